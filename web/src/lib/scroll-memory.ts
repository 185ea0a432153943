/** Returns a key for a history entry, under which its scroll position is stored. */
export const newKey = (): string => Math.random().toString(36).slice(2, 10);

const storageKey = (key: string): string => `scroll:${key}`;

/** Stores the scroll position of a history entry. Does nothing if storage is full or not available. */
export function saveScroll(key: string): void {
  try {
    sessionStorage.setItem(storageKey(key), String(Math.round(window.scrollY)));
  } catch {
    // Without storage, going back starts at the top.
  }
}

/** Returns the scroll position of a history entry, in pixels from the top; 0 if unknown. */
export function savedScroll(key: string): number {
  try {
    return Number(sessionStorage.getItem(storageKey(key))) || 0;
  } catch {
    return 0;
  }
}
