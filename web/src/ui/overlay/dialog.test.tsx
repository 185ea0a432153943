import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { doing, render, rerender, unmount } from "../../test-support/render";
import { Dialog } from "./dialog";
import { dismissToast, toast } from "./toast-store";
import { Toaster } from "./toaster";

afterEach(unmount);

const onClose = vi.fn();

beforeEach(() => onClose.mockReset());

/** Renders an open dialog. Returns it with a text inside. */
async function draw(): Promise<{ dialog: HTMLElement; text: HTMLElement }> {
  const view = await render(
    <Dialog open onClose={onClose} title="Title">
      <p>Text</p>
    </Dialog>,
  );
  const [dialog, text] = ["dialog", "p"].map((name) => view.querySelector<HTMLElement>(name));
  if (!dialog || !text) throw new Error("No dialog");
  return { dialog, text };
}

/** Presses on one element and releases over another; browsers fire the click event on their common ancestor. */
const press = (from: HTMLElement, click: HTMLElement) =>
  doing(() => {
    from.dispatchEvent(new PointerEvent("pointerdown", { bubbles: true }));
    click.dispatchEvent(new MouseEvent("click", { bubbles: true }));
  });

it("closes on a click that began and ended on its backdrop", async () => {
  const { dialog } = await draw();
  await press(dialog, dialog);
  expect(onClose).toHaveBeenCalledOnce();
});

it("stays open when a press began inside and was released on the backdrop", async () => {
  const { dialog, text } = await draw();
  await press(text, dialog);
  expect(onClose).not.toHaveBeenCalled();
});

it("stays open when the browser closes it regardless", async () => {
  const { dialog } = await draw();
  await doing(() => (dialog as HTMLDialogElement).close());
  expect((dialog as HTMLDialogElement).open).toBe(true);
  expect(onClose).not.toHaveBeenCalled();
});

it("stays open on a click inside", async () => {
  const { text } = await draw();
  await press(text, text);
  expect(onClose).not.toHaveBeenCalled();
});

it.each([
  ["a mouse", true, "first"],
  ["a finger", false, undefined],
])("with %s, focuses the first field of its form: %s", async (_what, isFine, name) => {
  vi.stubGlobal("matchMedia", () => ({ matches: isFine }));
  const view = await render(
    <Dialog open onClose={onClose} title="Title">
      <form>
        <input type="hidden" name="kind" />
        <input name="first" />
        <textarea name="second" />
      </form>
    </Dialog>,
  );
  vi.unstubAllGlobals();
  const focused = view.querySelector<HTMLInputElement>("form :focus");
  expect(focused?.name).toBe(name);
});

it("shows toasts in the topmost dialog only, which has their only landmark", async () => {
  const draw = (open: number) => (
    <>
      <Toaster />
      <Dialog open={open > 0} onClose={onClose} title="First">
        <Dialog open={open > 1} onClose={onClose} title="Second">
          <p>Text</p>
        </Dialog>
      </Dialog>
    </>
  );
  const view = await render(draw(0));
  const landmarks = () => [...view.querySelectorAll('[aria-label="Notifications"]')];
  const dialogs = () => [...view.querySelectorAll("dialog")];
  expect(landmarks()).toHaveLength(1);
  await rerender(draw(1));
  expect(landmarks().map((each) => each.parentElement)).toEqual([dialogs()[0]]);
  await rerender(draw(2));
  await doing(() => toast("error", "Not saved"));
  expect(landmarks().map((each) => each.parentElement)).toEqual([dialogs()[1]]);
  expect(view.querySelectorAll(".toast")).toHaveLength(1);
  expect(landmarks()[0]?.querySelector('[role="alert"]')?.textContent).toBe("Not saved");
  await rerender(draw(0));
  expect(landmarks().map((each) => each.parentElement)).toEqual([view]);
  expect(landmarks()[0]?.textContent).toBe("Not saved");
  await doing(() => dismissToast());
});
