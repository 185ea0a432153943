/**
 * Event on the window when an in-app visit brought no page; `detail` is a VisitFailure. A page that cancels it stays and
 * says itself what failed; otherwise the browser loads the address in full, and shows its own page for lost connections.
 */
export const NO_ANSWER = "app:no-answer";

export interface VisitFailure {
  url: string;
  /** What the server said of it; null when there was no answer at all. */
  reason: string | null;
}
