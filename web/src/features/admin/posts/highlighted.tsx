import { searchHits } from "./search-hits";

/** A text with the matches of a search highlighted. */
export function Highlighted({ text, search }: { text: string; search: string }) {
  return searchHits(text, search).map((piece, index) =>
    piece.isHit ? <mark key={index}>{piece.text}</mark> : <span key={index}>{piece.text}</span>,
  );
}
