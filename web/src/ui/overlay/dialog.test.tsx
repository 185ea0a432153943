import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { doing, render, unmount } from "../../test-support/render";
import { Dialog } from "./dialog";

afterEach(unmount);

const onClose = vi.fn();

beforeEach(() => onClose.mockReset());

/** Draws an open dialog and returns it with a text inside. */
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

/** Presses on one element and releases over another; browsers send the click to what holds both. */
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

it("stays open on a click inside", async () => {
  const { text } = await draw();
  await press(text, text);
  expect(onClose).not.toHaveBeenCalled();
});

it.each([
  ["a mouse", true, "first"],
  ["a finger", false, undefined],
])("with %s, begins at the first field of its form: %s", async (_what, isFine, name) => {
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
