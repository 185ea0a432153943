/** Under which other tools leave a message for the booking form, such as a plan made on the about page. */
export const MESSAGE_KEY = "booking-message";

/** The message left for the form; empty where there is none or storage is forbidden. */
export function carriedMessage(): string {
  try {
    return sessionStorage.getItem(MESSAGE_KEY) ?? "";
  } catch {
    return "";
  }
}

/** Forgets the message: it was sent. */
export function dropCarriedMessage(): void {
  try {
    sessionStorage.removeItem(MESSAGE_KEY);
  } catch {
    // Then there was none.
  }
}
