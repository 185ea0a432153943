import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { SessionRow } from "../../../generated/api";
import { InApp, navigate } from "../../../test-support/in-app";
import { doing, render, unmount } from "../../../test-support/render";
import { useToast } from "../../../ui/overlay/toast-store";
import { SessionList } from "./session-list";

const fetchMock = vi.fn<typeof fetch>();

beforeEach(() => {
  history.replaceState(null, "", "/admin/account");
  vi.stubGlobal("fetch", fetchMock.mockReset());
  navigate.mockReset();
});
afterEach(async () => {
  await unmount();
  useToast.setState(null, true);
  vi.unstubAllGlobals();
});

const row: SessionRow = {
  id: "0191",
  device: "Firefox on Linux",
  ip: "127.0.0.1",
  created_at: "2026-11-25T09:00:00Z",
  created_text: "25 Nov 2026",
  last_used_at: "2026-11-25T09:00:00Z",
  last_used_text: "25 Nov 2026",
  is_current: true,
};
const SESSIONS = [row, { ...row, id: "0192", device: "Safari on iPhone", is_current: false }];
const WAYS = ["Sign out other sessions", "Sign out everywhere", "Sign out"];

/** Presses a button when the server responds with `status`. Returns the toast that is shown. */
async function press(name: string, status: number) {
  fetchMock.mockImplementation(async () =>
    status === 204
      ? new Response(null, { status })
      : Response.json({ error: { code: "refused", message: "" } }, { status }),
  );
  const view = await render(
    <InApp url="/admin/account">
      <SessionList sessions={SESSIONS} />
    </InApp>,
  );
  await doing(() =>
    [...view.querySelectorAll("button")].find((one) => one.textContent === name)?.click(),
  );
  await vi.waitFor(() => expect(useToast.getState()).not.toBeNull());
  return useToast.getState();
}

it.each(WAYS)("asks for another sign-in when this session is over: %s", async (name) => {
  expect(await press(name, 401)).toMatchObject({ kind: "error", title: "Authentication error" });
  expect(navigate).toHaveBeenCalledExactlyOnceWith("/auth?next=%2Fadmin%2Faccount");
});

it("treats a session that had already ended as a success, and refreshes the list", async () => {
  expect(await press("Sign out", 404)).toMatchObject({ kind: "success", text: "Safari on iPhone" });
  expect(navigate).toHaveBeenCalledExactlyOnceWith("/admin/account", {
    replace: true,
    keepScroll: true,
  });
});

it("reports an error for the other sessions when the call is unknown", async () => {
  expect(await press("Sign out other sessions", 404)).toMatchObject({ title: "Error logging out" });
  expect(navigate).not.toHaveBeenCalled();
});

it("does not navigate away from a page that was opened meanwhile", async () => {
  fetchMock.mockImplementation(async () => {
    history.replaceState(null, "", "/admin/blog/new");
    return new Response(null, { status: 204 });
  });
  const view = await render(
    <InApp url="/admin/account">
      <SessionList sessions={SESSIONS} />
    </InApp>,
  );
  await doing(() => view.querySelector<HTMLElement>(".session-list button")?.click());
  await vi.waitFor(() => expect(useToast.getState()?.title).toBe("Session ended"));
  expect(navigate).not.toHaveBeenCalled();
});
