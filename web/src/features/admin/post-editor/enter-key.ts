import type { KeyboardEvent } from "react";

/** Whether the target is an input in which Enter submits the form. */
const isInput = (target: EventTarget): target is HTMLInputElement =>
  target instanceof HTMLInputElement && !["button", "submit", "file"].includes(target.type);

/**
 * Keeps Enter in a field from submitting the form: a post is saved by a button or by Ctrl+S. From the heading, Enter
 * moves to the text.
 */
export function onEnterKey(event: KeyboardEvent<HTMLFormElement>): void {
  // During composition, Enter belongs to the input method.
  if (event.key !== "Enter" || event.nativeEvent.isComposing || !isInput(event.target)) return;
  // Enter still submits a form that belongs to a dialog within this one.
  if (event.defaultPrevented || event.target.form !== event.currentTarget) return;
  event.preventDefault();
  if (event.target.name === "title")
    event.currentTarget.querySelector<HTMLElement>('[role="textbox"][aria-multiline]')?.focus();
}
