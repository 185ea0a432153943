import type { ReactNode } from "react";

/** Splits a text at the matches of a search term, ignoring case. Items at odd indices are matches. */
export function splitAt(text: string, term: string): string[] {
  // The server searches for words with single spaces between them.
  const pattern = term
    .trim()
    .replace(/\s+/g, " ")
    .replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
  return text.split(new RegExp(`(${pattern})`, "iu"));
}

/** Returns a function that renders a text with the matches of `term` marked. */
export const matchesOf =
  (term: string) =>
  (text: string): ReactNode =>
    splitAt(text, term).map((part, index) =>
      index % 2 === 1 ? (
        <mark key={index} className="match">
          {part}
        </mark>
      ) : (
        part
      ),
    );
