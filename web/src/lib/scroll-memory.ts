/** A key for a history entry, under which its scroll position is remembered. */
export const newKey = (): string => Math.random().toString(36).slice(2, 10);

const storageKey = (key: string): string => `scroll:${key}`;

/** Remembers where a history entry was scrolled to. A full or forbidden storage loses it silently. */
export function saveScroll(key: string): void {
  try {
    sessionStorage.setItem(storageKey(key), String(Math.round(window.scrollY)));
  } catch {
    // Without storage a step back starts at the top.
  }
}

/** Where a history entry was scrolled to, in pixels from the top; 0 when unknown. */
export function savedScroll(key: string): number {
  try {
    return Number(sessionStorage.getItem(storageKey(key))) || 0;
  } catch {
    return 0;
  }
}
