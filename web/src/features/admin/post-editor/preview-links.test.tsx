import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { doing, render, unmount } from "../../../test-support/render";
import { useToast } from "../../../ui/overlay/toast-store";
import { Toaster } from "../../../ui/overlay/toaster";
import { PreviewLinks } from "./preview-links";

const link = { url: "https://site.example/preview/x", expires_at: "2027-07-10T09:00:00Z" };
beforeEach(() => {
  vi.stubEnv("TZ", "America/New_York");
  vi.stubGlobal(
    "fetch",
    vi.fn(async () => Response.json(link)),
  );
});
afterEach(async () => {
  await unmount();
  useToast.setState(null, true);
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
});

it("says in the reader's local time until when a link works", async () => {
  const root = await render(<PreviewLinks postId="1" />);
  await doing(() => root.querySelector("button")?.click());
  await vi.waitFor(() => expect(useToast.getState()?.text).toContain("10 Jul 2027, 05:00."));
});

it("shows a link that cannot be copied until its toast is closed", async () => {
  vi.useFakeTimers();
  vi.stubGlobal("navigator", {
    clipboard: { writeText: () => Promise.reject(new Error("refused")) },
  });
  const root = await render(
    <>
      <PreviewLinks postId="1" />
      <Toaster />
    </>,
  );
  await doing(() => root.querySelector("button")?.click());
  await doing(() => vi.advanceTimersByTime(60_000));
  expect(root.querySelector(".toast-text")?.textContent).toBe(
    "https://site.example/preview/x It works until 10 Jul 2027, 05:00.",
  );
  vi.useRealTimers();
});
