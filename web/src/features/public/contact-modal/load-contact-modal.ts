/** Loads the module of the modal. */
export const loadContactModal = () => import("./contact-modal");
