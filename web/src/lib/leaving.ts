/**
 * Event of the window, cancelable: the history has moved to another page, which is not drawn yet. What must not be lost
 * cancels it and puts the address back.
 */
export const LEAVING = "app:leaving";
