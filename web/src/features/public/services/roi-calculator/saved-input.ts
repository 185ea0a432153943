import { type RoiInput, toInput } from "./roi";

/** Where this tab keeps the calculator's figures while other pages are shown. */
export const STATE_KEY = "services-form-state";

/** What a stored text says; null when there is none or it is not ours. */
export function parseSaved(stored: string | null): RoiInput | null {
  if (!stored) return null;
  try {
    const value: unknown = JSON.parse(stored);
    const isRecord = typeof value === "object" && value !== null && !Array.isArray(value);
    return isRecord ? toInput(value) : null;
  } catch {
    return null;
  }
}

/** The figures this tab was left with. */
export function savedInput(): RoiInput | null {
  try {
    return parseSaved(sessionStorage.getItem(STATE_KEY));
  } catch {
    return null; // Storage is switched off.
  }
}

/** Keeps the figures until the tab is closed. */
export function saveInput(input: RoiInput): void {
  try {
    sessionStorage.setItem(STATE_KEY, JSON.stringify(input));
  } catch {
    // Storage is full or switched off: the next visit starts with the usual figures.
  }
}
