/**
 * Event on the window when an in-app visit got no answer; `detail` is the address. A page that cancels it stays and
 * says itself what failed; otherwise the browser loads the address in full, and shows its own page for lost connections.
 */
export const NO_ANSWER = "app:no-answer";
