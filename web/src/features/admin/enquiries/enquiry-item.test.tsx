import { afterEach, expect, it, vi } from "vitest";
import type { Enquiry } from "../../../generated/api";
import { enquiries } from "../../../test-support/admin-props";
import { InApp, navigate } from "../../../test-support/in-app";
import { doing, render, rerender, unmount } from "../../../test-support/render";
import { dismissToast } from "../../../ui/overlay/toast-store";
import { useIdentityRequest } from "../accounts/recent-sign-in";
import { EnquiryItem } from "./enquiry-item";

const fetchMock = vi.fn<typeof fetch>(async () => new Response(null, { status: 204 }));
vi.stubGlobal("fetch", fetchMock);
afterEach(async () => {
  await unmount();
  dismissToast();
  fetchMock.mockClear();
  navigate.mockClear();
});

const [FIRST] = enquiries.enquiries;
const item = (change: Partial<Enquiry>) => (
  <InApp url="/admin/enquiries">
    <EnquiryItem enquiry={{ ...(FIRST as Enquiry), status: "new", note: "", ...change }} />
  </InApp>
);

/** Changes a control so that React sees the event. */
function enter(control: HTMLSelectElement | HTMLTextAreaElement | null, value: string) {
  if (!control) throw new Error("There is no such control");
  const { set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), "value") ?? {};
  set?.call(control, value);
  control.dispatchEvent(
    new Event(control.tagName === "SELECT" ? "change" : "input", { bubbles: true }),
  );
}

const controls = (root: HTMLElement) => ({
  status: root.querySelector("select"),
  note: root.querySelector("textarea"),
  save: () => root.querySelector<HTMLElement>(".entry-actions button")?.click(),
});
const sent = () => fetchMock.mock.calls.map(([, init]) => JSON.parse(String(init?.body)));

it("shows changes by others, and sends only what was edited here", async () => {
  const root = await render(item({}));
  const { status, note, save } = controls(root);
  await rerender(item({ status: "done", note: "Called back." }));
  expect(status?.value).toBe("done");
  expect(note?.value).toBe("Called back.");
  await doing(() => enter(status, "spam"));
  await doing(save);
  expect(sent()).toEqual([{ status: "spam", note: null, note_before: null }]);
});

it("keeps typed text when the list is refreshed", async () => {
  const root = await render(item({}));
  const { status, note } = controls(root);
  await doing(() => enter(note, "Half a sen"));
  await rerender(item({ status: "done", note: "Called back." }));
  expect(status?.value).toBe("done");
  expect(note?.value).toBe("Half a sen");
});

it("shows saved values until the list has them, and later changes by others", async () => {
  const root = await render(item({}));
  const { note, save } = controls(root);
  await doing(() => enter(note, "Mine"));
  await doing(save);
  expect(sent()).toEqual([{ status: null, note: "Mine", note_before: "" }]);
  expect(note?.value).toBe("Mine");
  await rerender(item({ note: "Mine" }));
  await rerender(item({ note: "Theirs" }));
  expect(note?.value).toBe("Theirs");
  await doing(save);
  expect(sent()[1]).toEqual({ status: null, note: null, note_before: null });
});

it("bases what is typed during a save on the saved note", async () => {
  let answer = (_: Response) => {};
  const root = await render(item({}));
  const { note, save } = controls(root);
  await doing(() => enter(note, "A"));
  fetchMock.mockReturnValueOnce(
    new Promise((resolve) => {
      answer = resolve;
    }),
  );
  await doing(save);
  await doing(() => enter(note, "AB"));
  await doing(() => answer(new Response(null, { status: 204 })));
  await rerender(item({ note: "A" }));
  expect(note?.value).toBe("AB");
  await doing(save);
  expect(sent()[1]).toEqual({ status: null, note: "AB", note_before: "A" });
});

it("sends the note that the edited one is based on, and keeps the edited one in a conflict", async () => {
  const root = await render(item({}));
  const { note, save } = controls(root);
  await doing(() => enter(note, "Mine"));
  await rerender(item({ note: "Theirs" }));
  fetchMock.mockImplementationOnce(async () =>
    Response.json({ error: { code: "edit_conflict", message: "Changed." } }, { status: 409 }),
  );
  await doing(() => enter(note, "Mine too"));
  await doing(save);
  expect(sent()).toEqual([{ status: null, note: "Mine too", note_before: "" }]);
  expect(note?.value).toBe("Mine too");
});

it("bases an edit after a save on the saved note", async () => {
  const { note, save } = controls(await render(item({})));
  await doing(() => enter(note, "Mine"));
  await doing(save);
  await doing(() => enter(note, "Mine, and more"));
  await doing(save);
  expect(sent()[1]).toEqual({ status: null, note: "Mine, and more", note_before: "Mine" });
});

it("asks before the page is left with unsaved changes, but not after they are saved", async () => {
  const leave = () => window.dispatchEvent(new Event("beforeunload", { cancelable: true }));
  const { status, note, save } = controls(await render(item({})));
  expect(leave()).toBe(true);
  await doing(() => enter(note, "Called back."));
  expect(leave()).toBe(false);
  await doing(() => enter(note, ""));
  expect(leave()).toBe(true);
  await doing(() => enter(status, "done"));
  expect(leave()).toBe(false);
  await doing(save);
  expect(leave()).toBe(true);
  await doing(() => enter(note, "More"));
  expect(leave()).toBe(false);
});

it("keeps a note when the session has ended, and saves it after another sign-in", async () => {
  fetchMock.mockImplementation(async () =>
    Response.json({ error: { code: "authentication_required", message: "" } }, { status: 401 }),
  );
  const { note, save } = controls(await render(item({})));
  await doing(() => enter(note, "Called back."));
  await doing(save);
  await vi.waitFor(() => expect(useIdentityRequest.getState().request?.kind).toBe("sign-in"));
  expect(note?.value).toBe("Called back.");
  expect(navigate).not.toHaveBeenCalled();
  fetchMock.mockClear().mockImplementation(async () => new Response(null, { status: 204 }));
  await doing(() => useIdentityRequest.getState().request?.answer(true));
  await vi.waitFor(() =>
    expect(sent()).toEqual([{ status: null, note: "Called back.", note_before: "" }]),
  );
});
