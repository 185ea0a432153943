import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { ErrorDetail } from "../../../generated/api";
import { InApp, navigate } from "../../../test-support/in-app";
import { doing, render, unmount } from "../../../test-support/render";
import { useToast } from "../../../ui/overlay/toast-store";
import { useIdentityRequest } from "../accounts/recent-sign-in";
import { useSignInAgain, useStaffCall } from "./use-staff-call";

beforeEach(() => void navigate.mockReset());
afterEach(async () => {
  await unmount();
  useToast.setState(null, true);
});

const send = vi.fn();

interface CallerProps {
  isForm?: boolean;
}

function Caller(given: CallerProps) {
  const { call } = useStaffCall();
  const remove = () =>
    call({ send, done: "Deleted.", detail: "Title", failed: "Not deleted", ...given });
  return <button type="button" onClick={() => void remove()} />;
}

async function press(isForm?: boolean) {
  const view = await render(
    <InApp>
      <Caller isForm={isForm} />
    </InApp>,
  );
  await doing(() => view.querySelector("button")?.click());
  return useToast.getState();
}

it("reports success and refreshes the list", async () => {
  history.replaceState(null, "", "/admin/blog?page=2");
  send.mockResolvedValue({ ok: true, data: null });
  expect(await press()).toMatchObject({ title: "Deleted.", text: "Title" });
  expect(navigate).toHaveBeenCalledExactlyOnceWith("/admin/blog?page=2", {
    replace: true,
    keepScroll: true,
  });
});

it.each<[number, ErrorDetail, string, string]>([
  [0, { code: "network", message: "" }, "Not deleted", "Check the connection and try again."],
  [502, { code: "unexpected", message: "" }, "Not deleted", "Unexpected error occurred"],
  [409, { code: "in_use", message: "It is in use." }, "Not deleted", "It is in use."],
])("says why a call failed with %i, and keeps the list", async (status, error, title, text) => {
  send.mockResolvedValue({ ok: false, status, error });
  expect(await press()).toMatchObject({ kind: "error", title, text });
  expect(navigate).not.toHaveBeenCalled();
});

it.each([
  [404, "not_found"],
  [410, "cancelled"],
  [409, "edit_conflict"],
])("reloads the list after %i %s, since somebody else has changed it", async (status, code) => {
  history.replaceState(null, "", "/admin/categories");
  send.mockResolvedValue({ ok: false, status, error: { code, message: "Gone" } });
  expect(await press()).toMatchObject({ kind: "error", title: "Not deleted", text: "Gone" });
  expect(navigate).toHaveBeenCalledExactlyOnceWith("/admin/categories", {
    replace: true,
    keepScroll: true,
  });
});

it("goes to the sign-in page when the session has ended, and from there back", async () => {
  history.replaceState(null, "", "/admin/subscribers?status=pending");
  const error = { code: "authentication_required", message: "No" };
  send.mockResolvedValue({ ok: false, status: 401, error });
  expect(await press()).toMatchObject({
    kind: "error",
    title: "Authentication error",
    text: "Please try logging in again",
  });
  const next = encodeURIComponent("/admin/subscribers?status=pending");
  expect(navigate).toHaveBeenCalledExactlyOnceWith(`/auth?next=${next}`);
});

it.each([
  ["done", { ok: true, data: null }],
  ["refused without a session", { ok: false, status: 401, error: { code: "", message: "" } }],
])("does not leave another page when it is %s", async (_, answer) => {
  send.mockImplementation(async () => {
    history.replaceState(null, "", "/admin/blog/new");
    return answer;
  });
  history.replaceState(null, "", "/admin/subscribers");
  expect(await press()).not.toBeNull();
  expect(navigate).not.toHaveBeenCalled();
});

function SignInAgain() {
  return <button type="button" onClick={useSignInAgain()} />;
}

it("does not leave a page that was opened meanwhile for the sign-in page", async () => {
  history.replaceState(null, "", "/admin/account");
  const view = await render(
    <InApp>
      <SignInAgain />
    </InApp>,
  );
  const button = view.querySelector("button");
  await doing(() => button?.click());
  expect(navigate).toHaveBeenCalledExactlyOnceWith(
    `/auth?next=${encodeURIComponent("/admin/account")}`,
  );
  history.replaceState(null, "", "/admin/blog");
  await doing(() => button?.click());
  expect(navigate).toHaveBeenCalledTimes(1);
  expect(useToast.getState()).toMatchObject({ title: "Authentication error" });
});

const needed = {
  ok: false,
  status: 403,
  error: { code: "reauthentication_required", message: "Please confirm it's you" },
};

it("repeats a call that needs a recent sign-in after the password was confirmed", async () => {
  send.mockReset().mockResolvedValueOnce(needed).mockResolvedValueOnce({ ok: true, data: null });
  expect(await press()).toBeNull();
  await doing(() => useIdentityRequest.getState().request?.answer(true));
  await doing(() => {});
  expect(send).toHaveBeenCalledTimes(2);
  expect(useToast.getState()).toMatchObject({ title: "Deleted." });
  expect(useIdentityRequest.getState().request).toBeNull();
});

it("reports a failure if the password is not confirmed", async () => {
  send.mockReset().mockResolvedValue(needed);
  await press();
  await doing(() => useIdentityRequest.getState().request?.answer(false));
  await doing(() => {});
  expect(send).toHaveBeenCalledTimes(1);
  expect(useToast.getState()).toMatchObject({ kind: "error", title: "Not deleted" });
});

const signedOut = {
  ok: false,
  status: 401,
  error: { code: "authentication_required", message: "Authentication required" },
};

it("repeats the call of a form after a new sign-in over the page", async () => {
  send.mockReset().mockResolvedValueOnce(signedOut).mockResolvedValueOnce({ ok: true, data: null });
  expect(await press(true)).toBeNull();
  expect(useIdentityRequest.getState().request?.kind).toBe("sign-in");
  await doing(() => useIdentityRequest.getState().request?.answer(true));
  await doing(() => {});
  expect(send).toHaveBeenCalledTimes(2);
  expect(useToast.getState()).toMatchObject({ title: "Deleted." });
});

it("leaves a form unchanged if the person does not sign in", async () => {
  send.mockReset().mockResolvedValue(signedOut);
  await press(true);
  await doing(() => useIdentityRequest.getState().request?.answer(false));
  await doing(() => {});
  expect(useToast.getState()).toMatchObject({
    title: "Not deleted",
    text: "Authentication required",
  });
  expect(navigate).not.toHaveBeenCalled();
});
