import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { InApp, navigate, type } from "../../../test-support/in-app";
import { doing, render, unmount } from "../../../test-support/render";
import { dismissToast, useToast } from "../../../ui/overlay/toast-store";
import { useIdentityRequest } from "../accounts/recent-sign-in";
import { RedirectDialog } from "../redirects/redirect-dialog";

const onClose = vi.fn();
const fetchMock = vi.fn<typeof fetch>();
const confirmed = vi.fn<(question?: string) => boolean>();

beforeEach(() => {
  vi.stubGlobal("confirm", confirmed.mockReset().mockReturnValue(true));
  onClose.mockReset();
  navigate.mockReset();
  vi.stubGlobal("fetch", fetchMock.mockReset());
});
afterEach(async () => {
  await unmount();
  dismissToast();
  vi.unstubAllGlobals();
});

async function draw() {
  const view = await render(
    <InApp url="/admin/redirects">
      <RedirectDialog draft={{ source: "/old", target: "/new" }} onClose={onClose} />
    </InApp>,
  );
  const dialog = view.querySelector("dialog") as HTMLDialogElement;
  const button = (name: string) =>
    [...view.querySelectorAll("button")].find(
      (one) => (one.getAttribute("aria-label") ?? one.textContent) === name,
    );
  return {
    fields: () => [...view.querySelectorAll<HTMLInputElement>("form input")],
    send: () => doing(() => view.querySelector("form")?.requestSubmit()),
    /** Tries every way of closing the dialog. */
    leave: async () => {
      for (const name of ["Close", "Cancel"]) await doing(() => button(name)?.click());
      const key = { key: "Escape", bubbles: true, cancelable: true };
      await doing(() => dialog.dispatchEvent(new KeyboardEvent("keydown", key)));
      await doing(() => dialog.dispatchEvent(new Event("cancel", { cancelable: true })));
    },
  };
}

it("asks before typed text is discarded, and keeps it if the answer is no", async () => {
  confirmed.mockReturnValue(false);
  const { fields, leave } = await draw();
  await doing(() => type(fields()[0] ?? null, "/older"));
  await leave();
  expect(confirmed).toHaveBeenCalledTimes(4);
  expect(onClose).not.toHaveBeenCalled();
  expect(fields()[0]?.value).toBe("/older");
});

it("does not ask if nothing was typed", async () => {
  const { leave } = await draw();
  await leave();
  expect(onClose).toHaveBeenCalledTimes(4);
  expect(confirmed).not.toHaveBeenCalled();
});

const saved = () => Response.json({ source: "/old", target: "/new" }, { status: 201 });

it("cannot be closed or changed while it is being sent", async () => {
  let answer = (_: Response) => {};
  fetchMock.mockImplementation(
    () =>
      new Promise((resolve) => {
        answer = resolve;
      }),
  );
  const { fields, send, leave } = await draw();
  await send();
  await leave();
  expect(onClose).not.toHaveBeenCalled();
  expect(fields().map(({ readOnly }) => readOnly)).toEqual([true, true]);
  await doing(() => answer(saved()));
  await vi.waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(navigate).toHaveBeenCalledOnce();
});

it("does not navigate away from a page that was opened meanwhile", async () => {
  const { pathname } = location;
  fetchMock.mockImplementation(async () => {
    history.replaceState(null, "", "/admin/blog/new");
    return saved();
  });
  const { send } = await draw();
  await send();
  await vi.waitFor(() => expect(useToast.getState()?.title).toBe("Redirect saved."));
  expect(navigate).not.toHaveBeenCalled();
  history.replaceState(null, "", pathname);
});

it("can be closed and changed again after it was refused", async () => {
  fetchMock.mockImplementation(async () => {
    throw new TypeError("offline");
  });
  const { fields, send, leave } = await draw();
  await doing(() => type(fields()[0] ?? null, "/older"));
  await send();
  await vi.waitFor(() => expect(document.querySelector("[role=alert]")).not.toBeNull());
  expect(fields().map(({ readOnly, value }) => [readOnly, value])).toEqual([
    [false, "/older"],
    [false, "/new"],
  ]);
  await leave();
  expect(onClose).toHaveBeenCalledTimes(4);
  expect(useToast.getState()).toBeNull();
});

it("shows the list behind it again when somebody else has changed it, and keeps what was typed", async () => {
  const error = { code: "edit_conflict", message: "Somebody else has changed this redirect" };
  fetchMock.mockImplementation(async () => Response.json({ error }, { status: 409 }));
  const { fields, send } = await draw();
  await doing(() => type(fields()[0] ?? null, "/older"));
  await send();
  await vi.waitFor(() => expect(document.querySelector("[role=alert]")).not.toBeNull());
  expect(navigate).toHaveBeenCalledOnce();
  expect(onClose).not.toHaveBeenCalled();
  expect(fields()[0]?.value).toBe("/older");
});

const signedOut = () =>
  Response.json({ error: { code: "authentication_required", message: "No" } }, { status: 401 });

it("keeps typed text when the session has ended, and sends it after a new sign-in", async () => {
  // Calls that renew the session are refused too.
  fetchMock.mockImplementation(async () => signedOut());
  const { fields, send } = await draw();
  await doing(() => type(fields()[0] ?? null, "/older"));
  await send();
  await vi.waitFor(() => expect(useIdentityRequest.getState().request?.kind).toBe("sign-in"));
  await doing(() => useIdentityRequest.getState().request?.answer(false));
  await vi.waitFor(() => expect(fields()[0]?.readOnly).toBe(false));
  expect(fields()[0]?.value).toBe("/older");
  expect(navigate).not.toHaveBeenCalled();

  await send();
  await vi.waitFor(() => expect(useIdentityRequest.getState().request).not.toBeNull());
  fetchMock.mockImplementation(async () => saved());
  await doing(() => useIdentityRequest.getState().request?.answer(true));
  await vi.waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(JSON.parse(`${fetchMock.mock.lastCall?.[1]?.body}`)).toEqual({
    source: "/older",
    target: "/new",
  });
});
