/** How long a message stays in the document for screen readers, in milliseconds. */
const DURATION = 5000;

/**
 * Announces the message of a field that already has the focus; a field that gets the focus is read with its message.
 * The alert is added to the field's form, as live regions outside a modal dialog are not announced.
 * @param message default: the error message that describes the field
 */
export function announce(field: Element, message = messageOf(field)): void {
  if (message === "") return;
  const alert = document.createElement("p");
  alert.setAttribute("role", "alert");
  alert.className = "sr-only";
  alert.textContent = message;
  field.closest("form")?.append(alert);
  setTimeout(() => alert.remove(), DURATION);
}

/** Returns the error message that describes a field, or the group that the field is in. */
function messageOf(field: Element): string {
  const ids = field.closest("[aria-describedby]")?.getAttribute("aria-describedby") ?? "";
  return ids
    .split(" ")
    .map((id) => document.getElementById(id))
    .filter((element) => element?.matches(".field-error"))
    .map((element) => element?.textContent)
    .join(" ");
}
