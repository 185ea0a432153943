import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { useNavigation } from "../../../lib/navigation-state";
import { InApp, navigate } from "../../../test-support/in-app";
import { doing, render, unmount } from "../../../test-support/render";
import { useSiteCheck } from "./use-site-check";

beforeEach(() => {
  vi.useFakeTimers();
  navigate.mockReset();
  history.replaceState(null, "", "/admin/health");
  vi.stubGlobal(
    "fetch",
    vi.fn<typeof fetch>(async () => Response.json({ is_running: false })),
  );
});
afterEach(async () => {
  await unmount();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  useNavigation.setState({ pending: null });
});

function Health() {
  useSiteCheck(true);
  return null;
}

/** Waits until the running check has ended. */
async function endCheck() {
  await render(
    <InApp url="/admin/health">
      <Health />
    </InApp>,
  );
  await doing(() => void vi.advanceTimersByTime(2_000));
  await vi.waitFor(() => expect(fetch).toHaveBeenCalled());
  await doing(() => {});
}

it("refreshes the page when the check has ended", async () => {
  await endCheck();
  expect(navigate).toHaveBeenCalledExactlyOnceWith("/admin/health", {
    replace: true,
    keepScroll: true,
  });
});

it("does not interrupt the navigation to another page", async () => {
  useNavigation.setState({ pending: "/admin/blog/new" });
  await endCheck();
  expect(navigate).not.toHaveBeenCalled();
});
