import { flushSync } from "react-dom";

/** Makes a change of state and draws it, while `element` stays where it is in the window: what is above it may close. */
export function keepPlace(element: Element | null | undefined, change: () => void): void {
  const top = () => element?.getBoundingClientRect().top ?? 0;
  const before = top();
  flushSync(change);
  scrollBy({ top: top() - before, behavior: "instant" });
}
