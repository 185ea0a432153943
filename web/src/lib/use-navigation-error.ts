import { useEffect, useEffectEvent } from "react";
import { NAVIGATION_FAILED, type NavigationError } from "./navigation-error";
import { splitUrl } from "./url";

/** Whether an address is a view of the list at `path`: another page of it, or other filters. */
export const isViewOf =
  (path: string) =>
  (url: string): boolean =>
    splitUrl(url).path === path;

/**
 * Stays on this page when a navigation from it fails.
 * @param isOwn whether the caller shows the error of an address
 * @param tell called with the error, to show it
 */
export function useNavigationError(
  isOwn: (url: string) => boolean,
  tell: (failure: NavigationError) => void,
): void {
  const onFailure = useEffectEvent((event: Event) => {
    const failure = (event as CustomEvent<NavigationError>).detail;
    if (!isOwn(failure.url)) return;
    event.preventDefault();
    tell(failure);
  });
  useEffect(() => {
    const onEvent = (event: Event) => onFailure(event);
    window.addEventListener(NAVIGATION_FAILED, onEvent);
    return () => window.removeEventListener(NAVIGATION_FAILED, onEvent);
  }, []);
}
