import { useEffect, useEffectEvent } from "react";
import { NO_ANSWER, type VisitFailure } from "./no-answer";
import { splitUrl } from "./url";

/** Whether an address is a view of the list at `path`: another page of it, or other filters. */
export const isViewOf =
  (path: string) =>
  (url: string): boolean =>
    splitUrl(url).path === path;

/**
 * Stays on this page when a visit from it brings no page.
 * @param isOwn whether what failed at an address is for the caller to say
 * @param tell says it
 */
export function useVisitFailure(
  isOwn: (url: string) => boolean,
  tell: (failure: VisitFailure) => void,
): void {
  const onFailure = useEffectEvent((event: Event) => {
    const failure = (event as CustomEvent<VisitFailure>).detail;
    if (!isOwn(failure.url)) return;
    event.preventDefault();
    tell(failure);
  });
  useEffect(() => {
    const onNoAnswer = (event: Event) => onFailure(event);
    window.addEventListener(NO_ANSWER, onNoAnswer);
    return () => window.removeEventListener(NO_ANSWER, onNoAnswer);
  }, []);
}
