/** How long a message stays in the document for screen readers to take it up, in milliseconds. */
const DURATION = 5000;

/**
 * Has screen readers say the message of a field that keeps the focus: one that takes the focus is read with it. The
 * message stands in the field's form, as what is outside a modal dialog is silent.
 * @param message default: what describes the field
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

/** The message that describes a field, or the group that the field is in. */
function messageOf(field: Element): string {
  const ids = field.closest("[aria-describedby]")?.getAttribute("aria-describedby") ?? "";
  return ids
    .split(" ")
    .map((id) => document.getElementById(id))
    .filter((element) => element?.matches(".field-error"))
    .map((element) => element?.textContent)
    .join(" ");
}
