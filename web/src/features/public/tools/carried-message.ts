/** The tools whose answers are carried into a form. */
const TOOLS = ["plan", "selector"] as const;
export type CarryingTool = (typeof TOOLS)[number];
/** The forms into which they are carried. */
type CarryingForm = "contact" | "booking";

const keyOf = (tool: CarryingTool) => `${tool}-message`;

/** Stores a text until the tab is closed; null removes it. */
function store(key: string, text: string | null): void {
  try {
    if (text === null) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, text);
  } catch {
    // Without storage, the visitor has to type it.
  }
}

/** Returns a stored text; empty if there is none or storage is not available. */
function stored(key: string): string {
  try {
    return sessionStorage.getItem(key) ?? "";
  } catch {
    return "";
  }
}

/** Stores a tool's message for the next form until the tab is closed; null removes it. */
export const carryMessage = (tool: CarryingTool, message: string | null): void =>
  store(keyOf(tool), message);

/** Returns the stored messages of all tools; empty if there are none. */
export const carriedMessage = (): string =>
  TOOLS.map((tool) => stored(keyOf(tool)))
    .filter(Boolean)
    .join("\n\n");

/** The text that tools have put into the message of each form since the document was loaded. */
const placed = new Map<CarryingForm, string>();
const placedKey = (form: CarryingForm) => `${form}-placed`;

/**
 * Puts the messages of the tools into the message of a form, in the place of those that they put there before. What the
 * visitor has typed or deleted stays so.
 */
export function placeCarried(form: CarryingForm, field: HTMLTextAreaElement): void {
  const known = placed.get(form);
  const [before, carried] = [known ?? stored(placedKey(form)), carriedMessage()];
  placed.set(form, carried);
  store(placedKey(form), carried);
  // Browsers may restore the text of a page that is reloaded. If the field is empty, they may have restored nothing.
  if (carried === before && (known !== undefined || field.value !== "")) return;
  if (carried && field.value.includes(carried)) return;
  const typed = before ? field.value.replace(before, "").trim() : field.value;
  field.value = [typed, carried].filter(Boolean).join("\n\n");
}

/** Removes the stored messages after a form was sent with them. */
export function clearCarried(form: CarryingForm): void {
  for (const tool of TOOLS) carryMessage(tool, null);
  placed.delete(form);
  store(placedKey(form), null);
}
