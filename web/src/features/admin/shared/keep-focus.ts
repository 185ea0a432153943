import { flushSync } from "react-dom";
import { focusQuietly } from "../../../lib/scroll";

/**
 * Makes a change to the page. If it removes the focused element, focuses the one that `next` returns, without scrolling
 * unless the keyboard is in use.
 */
export function keepFocus(change: () => void, next: () => HTMLElement | null | undefined): void {
  const before = document.activeElement;
  const isByKeyboard = before?.matches(":focus-visible") ?? false;
  flushSync(change);
  if (before === document.body || document.activeElement !== document.body) return;
  const element = next();
  if (!element) return;
  focusQuietly(element);
  if (isByKeyboard) element.scrollIntoView({ block: "nearest" });
}
