import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { ErrorDetail } from "../../../generated/api";
import { InApp, navigate } from "../../../test-support/in-app";
import { doing, render, unmount } from "../../../test-support/render";
import { useToast } from "../../../ui/overlay/toast-store";
import { useStaffCall } from "./use-staff-call";

beforeEach(() => void navigate.mockReset());
afterEach(async () => {
  await unmount();
  useToast.setState(null, true);
});

const send = vi.fn();

function Caller({ next }: { next?: string }) {
  const { call } = useStaffCall();
  const remove = () =>
    call({ send, done: "Deleted.", detail: "Title", failed: "Not deleted", next });
  return <button type="button" onClick={() => void remove()} />;
}

async function press(next?: string) {
  const view = await render(
    <InApp>
      <Caller next={next} />
    </InApp>,
  );
  await doing(() => view.querySelector("button")?.click());
  return useToast.getState();
}

it("says that it is done and shows the next view of the list", async () => {
  send.mockResolvedValue({ ok: true, data: null });
  expect(await press("/admin/blog?page=2")).toMatchObject({ title: "Deleted.", text: "Title" });
  expect(navigate).toHaveBeenCalledExactlyOnceWith("/admin/blog?page=2", {
    replace: true,
    keepScroll: true,
  });
});

it.each<[number, ErrorDetail, string, string]>([
  [0, { code: "network", message: "" }, "Not deleted", "Check the connection and try again."],
  [502, { code: "unexpected", message: "" }, "Not deleted", "Unexpected error occurred"],
  [409, { code: "in_use", message: "It is in use." }, "Not deleted", "It is in use."],
  [
    401,
    { code: "authentication_required", message: "No" },
    "Authentication error",
    "Please try logging in again",
  ],
])("says why it failed with %i, and leaves the list", async (status, error, title, text) => {
  send.mockResolvedValue({ ok: false, status, error });
  expect(await press()).toMatchObject({ kind: "error", title, text });
  expect(navigate).not.toHaveBeenCalled();
});
