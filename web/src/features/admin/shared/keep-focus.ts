import { flushSync } from "react-dom";
import { focusQuietly } from "../../../lib/scroll";

/**
 * Makes a change of what is drawn. When it removes what has the focus, the focus goes to what `next` returns; without
 * a scroll unless the keyboard is in use.
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
