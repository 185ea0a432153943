import type { KeyboardEvent } from "react";
import { wrapIndex } from "../../lib/wrap-index";

/**
 * The tab or tool that a key leads to from `at`: arrows wrap, Home and End go to the ends. Undefined for any other key, and
 * for a key held with another one: Alt and an arrow is the browser's way back.
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
