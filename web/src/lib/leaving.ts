/**
 * Event of the window, cancelable: the history has moved to another page, which is not drawn yet, or a control is about
 * to open one. What must not be lost cancels it, and puts the address back where it has changed.
 */
export const LEAVING = "app:leaving";
