import type { Values } from "../../../lib/form-rules";

/** Values of the forms that were removed from the page, by type of form. */
const unsent = new Map<string, Values>();

/** Returns what was typed into a form of the type before it was removed from the page. */
export const unsentValues = (type: string): Values => unsent.get(type) ?? {};

/** Forgets the values once they were sent. */
export const forgetUnsent = (type: string): void => void unsent.delete(type);

/**
 * Fills in the empty fields of a form that is back on the page, and returns the cleanup that keeps its values: a visitor
 * who looks something up on another page, or closes a dialog, finds the text again until the tab is closed.
 */
export function keepUnsent(form: HTMLFormElement, type: string): () => void {
  for (const [name, value] of Object.entries(unsentValues(type))) {
    const field = form.elements.namedItem(name) as HTMLInputElement | null;
    if (value && field?.value === "") field.value = value;
  }
  return () => void unsent.set(type, Object.fromEntries(new FormData(form)) as Values);
}
