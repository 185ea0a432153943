import { type RoiInput, toInput } from "./roi";

/** Session storage key of the figures, which are stored while other pages are shown. */
export const STATE_KEY = "services-form-state";

/** Parses stored figures; null if there are none or they are invalid. */
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

/** Returns the figures stored in this tab. */
export function savedInput(): RoiInput | null {
  try {
    return parseSaved(sessionStorage.getItem(STATE_KEY));
  } catch {
    return null; // Storage is switched off.
  }
}

/** Stores the figures until the tab is closed. */
export function saveInput(input: RoiInput): void {
  try {
    sessionStorage.setItem(STATE_KEY, JSON.stringify(input));
  } catch {
    // Storage is full or not available: the next visit starts with the defaults.
  }
}
