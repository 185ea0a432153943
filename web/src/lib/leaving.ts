/**
 * Cancelable event of the window: the history has moved to another page, which is not rendered yet, or a control is
 * about to open one. A listener that must not lose its state cancels it, and restores the address if it has changed.
 */
export const LEAVING = "app:leaving";
