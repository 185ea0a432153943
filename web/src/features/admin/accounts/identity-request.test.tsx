import { afterEach, expect, it, vi } from "vitest";
import { InApp } from "../../../test-support/in-app";
import { doing, render, rerender, unmount } from "../../../test-support/render";
import { IdentityRequest } from "./identity-request";
import { useIdentityRequest, withRecentSignIn } from "./recent-sign-in";

afterEach(unmount);

const refused = {
  ok: false,
  status: 403,
  error: { code: "reauthentication_required", message: "Please confirm it's you" },
} as const;

const page = (url: string) => (
  <InApp url={url}>
    <IdentityRequest email="a@b.example" />
  </InApp>
);

/** Makes a call that needs a recent sign-in. Returns the dialog's state and the result of the call. */
async function call(at: string) {
  const send = vi.fn(async () => refused);
  const ended = vi.fn();
  const view = await render(page(at));
  await doing(() => void withRecentSignIn(send).then(ended));
  return { send, ended, isAsked: () => view.querySelector("dialog") !== null };
}

it("stops asking for a call of a page that was left, and does not repeat the call", async () => {
  const { send, ended, isAsked } = await call("/admin/enquiries");
  await doing(() => rerender(page("/admin/enquiries?status=new")));
  expect(isAsked()).toBe(true);
  const late = useIdentityRequest.getState().request;
  await doing(() => rerender(page("/admin/blog")));
  expect(isAsked()).toBe(false);
  expect(ended).toHaveBeenCalledExactlyOnceWith(refused);

  // A password may still be in flight: its response must not answer the next request.
  const next = vi.fn();
  await doing(() => void withRecentSignIn(send).then(next));
  await doing(() => late?.answer(true));
  expect(isAsked()).toBe(true);
  expect(send).toHaveBeenCalledTimes(2);
  await doing(() => useIdentityRequest.getState().request?.answer(true));
  expect(next).toHaveBeenCalledOnce();
});

it("stops asking once the admin area is left", async () => {
  const { send, ended } = await call("/admin/enquiries");
  await unmount();
  expect(ended).toHaveBeenCalledExactlyOnceWith(refused);
  expect(send).toHaveBeenCalledOnce();
});
