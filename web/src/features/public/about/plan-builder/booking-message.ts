/** Where the booking form finds a message that was written for it elsewhere on the site. */
const KEY = "booking-message";

/** Leaves a message for the booking form of this tab, or takes it away. */
export function leaveBookingMessage(message: string | null): void {
  try {
    if (message === null) sessionStorage.removeItem(KEY);
    else sessionStorage.setItem(KEY, message);
  } catch {
    // A browser that stores nothing carries nothing: the plan can still be copied.
  }
}
