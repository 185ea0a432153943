/** The forms into which another tool can carry a message. */
export type MessageForm = "booking" | "contact";

const keyOf = (form: MessageForm) => `${form}-message`;

/** Leaves a message for a form until the tab is closed; null takes it back. */
export function carryMessage(form: MessageForm, message: string | null): void {
  try {
    if (message === null) sessionStorage.removeItem(keyOf(form));
    else sessionStorage.setItem(keyOf(form), message);
  } catch {
    // Storage is forbidden: the visitor types it.
  }
}

/** Returns the message left for a form; empty where there is none or storage is forbidden. */
export function carriedMessage(form: MessageForm): string {
  try {
    return sessionStorage.getItem(keyOf(form)) ?? "";
  } catch {
    return "";
  }
}
