/**
 * Cancelable event of the window: the history has moved to another page, which is not rendered yet. A listener that
 * must not lose its state cancels it and restores the address.
 */
export const LEAVING = "app:leaving";
