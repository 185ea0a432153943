import { COVERED } from "../covered";

/** The matches of a search. */
export interface Found {
  count: number;
  /** Index of the current match; -1 for none. */
  at: number;
}

/** A range of a text, in positions of its editor. */
export interface Match {
  from: number;
  to: number;
}

export const NOTHING: Found = { count: 0, at: -1 };

/** Finds words in the text of an editor and replaces them. Each editor has one. */
export interface Finder {
  /** Returns the selected words if they are on one line, as the likely search text. */
  selected: () => string;
  /** Marks all matches. The first one after the cursor becomes the current one. */
  search: (query: string, isExact: boolean) => void;
  /** Goes to the next or previous match, and from the last to the first. */
  step: (by: 1 | -1) => void;
  /** Replaces the current match and goes to the next. */
  replace: (text: string) => void;
  /** Replaces every match in one undo step. Returns their number. */
  replaceAll: (text: string) => number;
  /** Removes the marks. The cursor goes to the current match, if any, and the focus to the text. */
  close: () => void;
  /** Returns the same object until the matches change. */
  found: () => Found;
  /** Calls `onChange` when `found` may have changed. Returns a function that stops it. */
  subscribe: (onChange: () => void) => () => void;
}

const QUOTES: Record<string, string> = { "'": "['‘’]", '"': '["“”]' };

/**
 * Returns a pattern for a search text; null for an empty one. A space matches any white space, and a straight quotation
 * mark also a curly one.
 * @param isExact whether case matters
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

/** Returns the matches of a pattern in a text, from left to right. */
export function matchesIn(text: string, pattern: RegExp): Match[] {
  return [...text.matchAll(pattern)].map(({ 0: found, index }) => ({
    from: index,
    to: index + found.length,
  }));
}

/** Returns the index of the first match at or after a position, else of the first match; -1 if there are none. */
export function matchFrom(matches: readonly Match[], position: number): number {
  const after = matches.findIndex(({ from }) => from >= position);
  return after === -1 && matches.length > 0 ? 0 : after;
}

/** Returns the current match; undefined when there is none. */
export const currentMatch = (
  state: { matches: readonly Match[]; found: Found } | null | undefined,
): Match | undefined => state?.matches[state.found.at];

/** Scrolls the current match to the middle of the window, unless it is visible between the bars. */
export function scrollToMatch(text: HTMLElement): void {
  const match = text.querySelector(".find-current");
  if (!match) return;
  const { top, bottom } = match.getBoundingClientRect();
  // The find bar is below the toolbar.
  if (top < COVERED.top + 60 || bottom > window.innerHeight - COVERED.bottom)
    match.scrollIntoView({ block: "center" });
}
