/** Fetches the modal's code. Later calls return the same promise. */
export const loadContactModal = () => import("./contact-modal");
