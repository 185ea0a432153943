import type { ReactNode } from "react";

/** The parts of a text: those at odd places are what was searched for, in any case. */
export function splitAt(text: string, term: string): string[] {
  const pattern = term.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
  return text.split(new RegExp(`(${pattern})`, "iu"));
}

/** Returns what draws a text with a quiet match on each place of `term`. */
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
