/** Fetches the modal's code; once, however often it is asked for. */
export const loadContactModal = () => import("./contact-modal");
