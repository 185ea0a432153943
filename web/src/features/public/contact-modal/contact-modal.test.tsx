import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { InApp, navigate, type } from "../../../test-support/in-app";
import { doing, render, unmount } from "../../../test-support/render";
import { forgetUnsent } from "../forms/unsent-values";
import { AuditLink } from "./audit-link";
import * as loading from "./load-contact-modal";
import { ModalHost } from "./modal-host";
import { useModal } from "./modal-store";

beforeEach(() => vi.stubGlobal("matchMedia", () => ({ matches: true })));
afterEach(async () => {
  await unmount();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  navigate.mockClear();
  useModal.setState({ isOpen: false, modalType: null });
  forgetUnsent("audit");
});

async function draw() {
  const view = await render(
    <InApp>
      <AuditLink />
      <ModalHost />
    </InApp>,
  );
  const link = view.querySelector("a") as HTMLAnchorElement;
  const dispatch = async (event: Event) => {
    await doing(() => link.dispatchEvent(event));
    return event.defaultPrevented;
  };
  return { view, link, dispatch };
}
const click = (init: MouseEventInit = {}) =>
  new MouseEvent("click", { bubbles: true, cancelable: true, ...init });

const TYPED = { name: "Priya Raman", email: "priya@example.com", website: "raman.example" };

/** Renders the page, opens the modal and types into it. */
async function drawTyped() {
  const { view, dispatch } = await draw();
  const open = async () => {
    await dispatch(click());
    await vi.waitFor(() => expect(view.querySelector("dialog")).not.toBeNull());
  };
  await open();
  await doing(() => {
    for (const [name, text] of Object.entries(TYPED))
      type(view.querySelector(`dialog [name=${name}]`), text);
  });
  const key = () =>
    new KeyboardEvent("keydown", { key: "Escape", bubbles: true, cancelable: true });
  const pressEscape = () => doing(() => view.querySelector("dialog")?.dispatchEvent(key()));
  const named = (name: string) =>
    view.querySelector<HTMLInputElement>(`dialog [name=${name}]`)?.value;
  return { view, open, pressEscape, named };
}

it("starts closed, opens by its type and closes", () => {
  const { openModal, closeModal } = useModal.getState();
  expect(useModal.getState()).toMatchObject({ isOpen: false, modalType: null });
  openModal("contact");
  expect(useModal.getState()).toMatchObject({ isOpen: true, modalType: "contact" });
  closeModal();
  expect(useModal.getState().isOpen).toBe(false);
});

it("opens on a click, with its fields, and closes on navigation", async () => {
  const { view, dispatch } = await draw();
  expect(view.querySelector("dialog")).toBeNull();
  expect(await dispatch(click())).toBe(true);
  await vi.waitFor(() => expect(view.querySelector("dialog")).not.toBeNull());
  const names = [...view.querySelectorAll("dialog :is(input, textarea):not([tabindex])")].map(
    (control) => control.getAttribute("name"),
  );
  expect(names).toEqual(["name", "email", "website", "message", "type"]);
  expect(view.querySelector('dialog a[href="/privacy"]')).not.toBeNull();
  await doing(() => window.dispatchEvent(new Event("app:navigated")));
  expect(view.querySelector("dialog")).toBeNull();
});

it("stays open while its message is being sent", async () => {
  let answer = (_: Response) => {};
  vi.stubGlobal("fetch", () => new Promise<Response>((resolve) => (answer = resolve)));
  const { view, pressEscape } = await drawTyped();
  await doing(() => view.querySelector<HTMLFormElement>("dialog form")?.requestSubmit());
  await pressEscape();
  expect(view.querySelector("dialog")).not.toBeNull();
  await doing(() => answer(Response.json({ success: false }, { status: 500 })));
  await vi.waitFor(() =>
    expect(view.querySelector("dialog [type=submit]")?.textContent).toContain("Book an Audit"),
  );
  expect(view.querySelector<HTMLInputElement>("dialog [name=name]")?.value).toBe(TYPED.name);
  await pressEscape();
  expect(view.querySelector("dialog")).toBeNull();
});

it("keeps unsent values when it is closed", async () => {
  vi.stubGlobal("fetch", async () => Response.json({ success: true }));
  const { view, open, pressEscape, named } = await drawTyped();
  await pressEscape();
  expect(view.querySelector("dialog")).toBeNull();
  await open();
  expect(named("name")).toBe(TYPED.name);
  expect(named("website")).toBe(TYPED.website);
  await doing(() => view.querySelector<HTMLFormElement>("dialog form")?.requestSubmit());
  await vi.waitFor(() => expect(view.querySelector("dialog")).toBeNull());
  await open();
  expect(named("name")).toBe("");
});

it("opens on the space bar, as a button does", async () => {
  const { dispatch } = await draw();
  await dispatch(new KeyboardEvent("keydown", { key: " ", bubbles: true, cancelable: true }));
  expect(useModal.getState().isOpen).toBe(true);
});

it("is a link to the contact page for a new tab, and without JavaScript", async () => {
  const { link, dispatch } = await draw();
  expect(link.getAttribute("href")).toBe("/contact");
  expect(await dispatch(click({ ctrlKey: true }))).toBe(false);
  expect(useModal.getState().isOpen).toBe(false);
});

it("goes to the contact page if its code cannot be loaded", async () => {
  vi.spyOn(loading, "loadContactModal").mockRejectedValue(new Error("offline"));
  const { dispatch } = await draw();
  await dispatch(click());
  await vi.waitFor(() => expect(navigate).toHaveBeenCalledWith("/contact"));
  expect(useModal.getState().isOpen).toBe(false);
});
