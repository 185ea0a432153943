/** The tools that carry what was answered in them into a form. */
const TOOLS = ["plan", "selector"] as const;
export type CarryingTool = (typeof TOOLS)[number];

const keyOf = (tool: CarryingTool) => `${tool}-message`;

/** Leaves a tool's message for the next form, whichever it is, until the tab is closed; null takes it back. */
export function carryMessage(tool: CarryingTool, message: string | null): void {
  try {
    if (message === null) sessionStorage.removeItem(keyOf(tool));
    else sessionStorage.setItem(keyOf(tool), message);
  } catch {
    // Storage is forbidden: the visitor types it.
  }
}

/** Returns the messages of all tools; empty where there is none or storage is forbidden. */
export function carriedMessage(): string {
  try {
    const messages = TOOLS.map((tool) => sessionStorage.getItem(keyOf(tool)));
    return messages.filter(Boolean).join("\n\n");
  } catch {
    return "";
  }
}

/** Forgets what was carried, when it has been sent. */
export function clearCarried(): void {
  for (const tool of TOOLS) carryMessage(tool, null);
}
