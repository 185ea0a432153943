import { afterEach, expect, it, vi } from "vitest";
import { doing, render, unmount } from "../../../test-support/render";
import { dismissToast, toast, useToast } from "../../../ui/overlay/toast-store";
import { Toaster } from "../../../ui/overlay/toaster";
import { ToastControl } from "./toast-control";

afterEach(async () => {
  await doing(dismissToast);
  await unmount();
});

/** Shows a toast with "Undo" after a button was pressed. */
async function show() {
  const view = await render(
    <>
      <button type="button" id="before">
        Before
      </button>
      <Toaster />
    </>,
  );
  const before = view.querySelector<HTMLElement>("#before");
  before?.focus();
  const undo = (
    <ToastControl>
      <button type="button" onClick={dismissToast}>
        Undo
      </button>
    </ToastControl>
  );
  await doing(() => toast("success", "Deleted", undo));
  return { before, control: view.querySelector<HTMLElement>(".toast-text button") };
}

const visit = (url: string) =>
  doing(() => {
    history.replaceState(null, "", url);
    window.dispatchEvent(new Event("app:navigated"));
  });

it("closes the toast with its page, but not with another view of that page", async () => {
  const { pathname } = location;
  await show();
  await visit(`${pathname}?page=2`);
  expect(useToast.getState()?.title).toBe("Deleted");
  await visit("/elsewhere");
  expect(useToast.getState()).toBeNull();
  // A toast about a result stays visible on the next page.
  await doing(() => toast("error", "No"));
  await visit(pathname);
  expect(useToast.getState()?.title).toBe("No");
});

it("closes the toast on Escape, without other effects, and returns the focus", async () => {
  const onKeyDown = vi.fn((event: KeyboardEvent) => event.defaultPrevented);
  document.addEventListener("keydown", onKeyDown);
  const { before, control } = await show();
  await doing(() => control?.focus());
  const press = new KeyboardEvent("keydown", { key: "Escape", bubbles: true, cancelable: true });
  await doing(() => control?.dispatchEvent(press));
  expect(useToast.getState()).toBeNull();
  expect(document.activeElement).toBe(before);
  expect(onKeyDown).toHaveReturnedWith(true);
  document.removeEventListener("keydown", onKeyDown);
});

it("returns the focus when its control closes the toast", async () => {
  const { before, control } = await show();
  await doing(() => control?.focus());
  await doing(() => control?.click());
  expect(document.activeElement).toBe(before);
});
