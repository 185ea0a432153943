/** The tools whose answers are carried into a form. */
const TOOLS = ["plan", "selector"] as const;
export type CarryingTool = (typeof TOOLS)[number];
/** The forms into which they are carried. */
type CarryingForm = "contact" | "booking";

const keyOf = (tool: CarryingTool) => `${tool}-message`;

/** Stores a tool's message for the next form until the tab is closed; null removes it. */
export function carryMessage(tool: CarryingTool, message: string | null): void {
  try {
    if (message === null) sessionStorage.removeItem(keyOf(tool));
    else sessionStorage.setItem(keyOf(tool), message);
  } catch {
    // Without storage, the visitor has to type it.
  }
}

/** Returns the stored messages of all tools; empty if there are none or storage is not available. */
export function carriedMessage(): string {
  try {
    const messages = TOOLS.map((tool) => sessionStorage.getItem(keyOf(tool)));
    return messages.filter(Boolean).join("\n\n");
  } catch {
    return "";
  }
}

/** The text that tools have put into the message of each form. */
const placed = new Map<CarryingForm, string>();

/**
 * Puts the messages of the tools into the message of a form, in the place of those that they put there before. What the
 * visitor has typed or deleted stays so.
 */
export function placeCarried(form: CarryingForm, field: HTMLTextAreaElement): void {
  const [before, carried] = [placed.get(form) ?? "", carriedMessage()];
  placed.set(form, carried);
  // Browsers may restore the text of a page that is reloaded.
  if (carried === before || (carried && field.value.includes(carried))) return;
  const typed = before ? field.value.replace(before, "").trim() : field.value;
  field.value = [typed, carried].filter(Boolean).join("\n\n");
}

/** Removes the stored messages after a form was sent with them. */
export function clearCarried(form: CarryingForm): void {
  for (const tool of TOOLS) carryMessage(tool, null);
  placed.delete(form);
}
