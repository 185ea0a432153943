import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { doing, render, unmount } from "../../test-support/render";
import { HoverHelp, OPEN_DELAY } from "./hover-help";

beforeEach(() => void vi.useFakeTimers());
afterEach(async () => {
  vi.useRealTimers();
  await unmount();
});

it("closes on Escape wherever the focus is, even while the pointer is over it", async () => {
  const view = await render(<HoverHelp label="About this">Help.</HoverHelp>);
  const card = view.querySelector<HTMLElement>("[role=tooltip]");
  const below = vi.fn();
  document.body.addEventListener("keydown", below, { once: true });
  const pressEscape = () =>
    doing(() => {
      document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true }));
    });
  await doing(() => {
    // React derives "pointerenter" from "mouseover".
    card?.parentElement?.dispatchEvent(new MouseEvent("mouseover", { bubbles: true }));
    vi.advanceTimersByTime(OPEN_DELAY);
  });
  expect(card?.hidden).toBe(false);
  await pressEscape();
  expect(card?.hidden).toBe(true);
  expect(below, "one press closes one thing").not.toHaveBeenCalled();
  await pressEscape();
  expect(below).toHaveBeenCalled();
});
