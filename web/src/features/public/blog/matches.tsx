import { createContext, useContext } from "react";

/** What the listing was searched for; null without a search. */
export const SearchTerm = createContext<string | null>(null);

/** The parts of a text: those at odd places are what was searched for, in any case. */
export function splitAt(text: string, term: string): string[] {
  const pattern = term.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
  return text.split(new RegExp(`(${pattern})`, "iu"));
}

/** A text of a post in which what was searched for is marked. */
export function Matches({ text }: { text: string }) {
  const term = useContext(SearchTerm);
  if (!term) return text;
  return splitAt(text, term).map((part, index) =>
    index % 2 === 1 ? (
      <mark key={index} className="match">
        {part}
      </mark>
    ) : (
      part
    ),
  );
}
