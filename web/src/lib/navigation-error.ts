/**
 * Event on the window when an in-app navigation failed; `detail` is a NavigationError. A page that cancels it stays and
 * says itself what failed; otherwise the browser loads the address in full, and shows its own page for lost connections.
 */
export const NAVIGATION_FAILED = "app:navigation-failed";

export interface NavigationError {
  url: string;
  /** The error message of the server; null when the connection failed. */
  reason: string | null;
}
