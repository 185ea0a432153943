/** The tools whose answers are carried into a form. */
const TOOLS = ["plan", "selector"] as const;
export type CarryingTool = (typeof TOOLS)[number];

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

/** Removes the stored messages after they have been sent. */
export function clearCarried(): void {
  for (const tool of TOOLS) carryMessage(tool, null);
}
