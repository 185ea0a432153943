import { flushSync } from "react-dom";

/**
 * Updates state and renders, then scrolls so that `element` stays at its position in the window, as content above it
 * may close.
 */
export function keepPlace(element: Element | null | undefined, change: () => void): void {
  const top = () => element?.getBoundingClientRect().top ?? 0;
  const before = top();
  flushSync(change);
  scrollBy({ top: top() - before, behavior: "instant" });
}
