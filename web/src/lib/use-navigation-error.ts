import { useEffect, useEffectEvent } from "react";
import { NAVIGATION_FAILED, type NavigationError } from "./navigation-error";
import { splitUrl } from "./url";

/** Whether an address is another page, or other filters, of the list at `path`. */
export const isViewOf =
  (path: string) =>
  (url: string): boolean =>
    splitUrl(url).path === path;

/**
 * Keeps the current page when a navigation from it fails.
 * @param isOwn returns whether the caller reports errors for an address
 * @param tell called to report the error
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
