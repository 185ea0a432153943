import type { KeyboardEvent } from "react";

/** Inputs that a browser submits the form of when Enter is pressed in them. */
const isInput = (target: EventTarget): target is HTMLInputElement =>
  target instanceof HTMLInputElement && !["button", "submit", "file"].includes(target.type);

/**
 * Keeps Enter in a field from submitting the form: a post is saved by a button or by Ctrl+S. From the heading, Enter
 * goes on to the text.
 */
export function onEnterKey(event: KeyboardEvent<HTMLFormElement>): void {
  // While letters are being composed, Enter belongs to the composition.
  if (event.key !== "Enter" || event.nativeEvent.isComposing || !isInput(event.target)) return;
  // The form of a dialog within it is sent by Enter.
  if (event.defaultPrevented || event.target.form !== event.currentTarget) return;
  event.preventDefault();
  if (event.target.name === "title")
    event.currentTarget.querySelector<HTMLElement>('[role="textbox"][aria-multiline]')?.focus();
}
