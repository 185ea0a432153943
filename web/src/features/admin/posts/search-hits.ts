/** A piece of a text, and whether it matches the search. */
export interface Piece {
  text: string;
  isHit: boolean;
}

/** Splits a text at the matches of a search, ignoring case. The pieces join to the text. */
export function searchHits(text: string, search: string): Piece[] {
  // The server searches for words with single spaces between them.
  const needle = search.trim().replace(/\s+/g, " ");
  if (needle === "") return [{ text, isHit: false }];
  const pattern = new RegExp(needle.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"), "giu");
  const pieces: Piece[] = [];
  let end = 0;
  for (const match of text.matchAll(pattern)) {
    if (match.index > end) pieces.push({ text: text.slice(end, match.index), isHit: false });
    pieces.push({ text: match[0], isHit: true });
    end = match.index + match[0].length;
  }
  if (end < text.length || pieces.length === 0)
    pieces.push({ text: text.slice(end), isHit: false });
  return pieces;
}

/** Returns where a match is that the title does not show: "summary", "content", or null. */
export function foundIn(post: { title: string; summary: string }, search: string): string | null {
  if (search.trim() === "") return null;
  const has = (text: string) => searchHits(text, search).some((piece) => piece.isHit);
  if (has(post.title)) return null;
  return has(post.summary) ? "summary" : "content";
}
