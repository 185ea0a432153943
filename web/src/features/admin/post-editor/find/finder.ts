/** What was found in a text. */
export interface Found {
  count: number;
  /** Which of them is the current one, from 0; -1 for none. */
  at: number;
}

/** A part of a text, in positions of its editor. */
export interface Match {
  from: number;
  to: number;
}

export const NOTHING: Found = { count: 0, at: -1 };

/** Finds words in the text of an editor and replaces them. Each editor has one. */
export interface Finder {
  /** The words that are selected, when they are of one line: what somebody is likely to look for. */
  selected: () => string;
  /** Marks what is found; the first match after the cursor is the current one. */
  search: (query: string, isExact: boolean) => void;
  /** Goes to the next match, or the one before. After the last comes the first. */
  step: (by: 1 | -1) => void;
  /** Replaces the current match and goes to the next. */
  replace: (text: string) => void;
  /** Replaces every match, as one step of undoing. Returns how many. */
  replaceAll: (text: string) => number;
  /** Takes the marks away. The cursor is in the text again, at the current match if there is one. */
  close: () => void;
  /** The same object until it changes. */
  found: () => Found;
  /** Calls `onChange` when `found` may have changed. Returns what ends it. */
  subscribe: (onChange: () => void) => () => void;
}

const QUOTES: Record<string, string> = { "'": "['‘’]", '"': '["“”]' };

/**
 * Returns what finds words; null for no words. A space finds any white space, and a straight quotation mark a curly one.
 * @param isExact upper and lower case are different
 */
export function patternOf(query: string, isExact: boolean): RegExp | null {
  if (query === "") return null;
  const source = [...query]
    .map((char) =>
      /\s/.test(char) ? "\\s" : (QUOTES[char] ?? char.replace(/[\^$\\.*+?()[\]{}|/]/, "\\$&")),
    )
    .join("");
  return new RegExp(source, isExact ? "gu" : "giu");
}

/** Returns where a pattern is found in a text, from left to right. */
export function matchesIn(text: string, pattern: RegExp): Match[] {
  return [...text.matchAll(pattern)].map(({ 0: found, index }) => ({
    from: index,
    to: index + found.length,
  }));
}

/** Returns the first match that begins at a position or after it, else the first of all; -1 without any. */
export function matchFrom(matches: readonly Match[], position: number): number {
  const after = matches.findIndex(({ from }) => from >= position);
  return after === -1 && matches.length > 0 ? 0 : after;
}

/** Returns the current match; undefined when there is none. */
export const currentMatch = (
  state: { matches: readonly Match[]; found: Found } | null | undefined,
): Match | undefined => state?.matches[state.found.at];

/**
 * Brings the current match to the middle of the window, unless it is in sight between the bars.
 * @param covered how far these reach over the page, without the one that finds
 */
export function scrollToMatch(text: HTMLElement, covered: { top: number; bottom: number }): void {
  const match = text.querySelector(".find-current");
  if (!match) return;
  const { top, bottom } = match.getBoundingClientRect();
  // The bar of finding is under the toolbar.
  if (top < covered.top + 60 || bottom > window.innerHeight - covered.bottom)
    match.scrollIntoView({ block: "center" });
}
