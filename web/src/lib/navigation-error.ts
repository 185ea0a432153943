/**
 * Event of the window when an in-app navigation has failed; `detail` is a NavigationError. A listener that cancels it
 * keeps the page and reports the error itself. Otherwise the browser loads the address in full, and shows its own error
 * page if the connection is lost.
 */
export const NAVIGATION_FAILED = "app:navigation-failed";

export interface NavigationError {
  url: string;
  /** The server's error message; null if the connection failed. */
  reason: string | null;
}
