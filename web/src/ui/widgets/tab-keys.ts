import type { KeyboardEvent } from "react";
import { wrapIndex } from "../../lib/wrap-index";

/**
 * Returns the index of the tab or tool to which a key moves from `at`: arrows wrap around, Home and End go to the ends.
 * Undefined for any other key and with a modifier: Alt with an arrow key is the browser's shortcut for going back.
 */
export function tabOfKey(event: KeyboardEvent, at: number, count: number): number | undefined {
  if (event.altKey || event.ctrlKey || event.metaKey) return undefined;
  switch (event.key) {
    case "ArrowRight":
      return wrapIndex(at, 1, count);
    case "ArrowLeft":
      return wrapIndex(at, -1, count);
    case "Home":
      return 0;
    case "End":
      return count - 1;
    default:
      return undefined;
  }
}
