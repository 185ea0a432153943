import { useDeferredValue, useMemo } from "react";

const WORDS_PER_MINUTE = 200;
/** Characters above which the editor is warned. */
export const CONTENT_WARNING = 1_000_000;
/** The comment that separates the pages of an article. */
export const PAGE_BREAK = "<!-- pagebreak -->";

/** Returns the number of words that readers see in HTML, approximately as the server counts them. */
export function countWords(html: string): number {
  const text = html.replace(/<!--[\s\S]*?-->|<[^>]*>/g, " ").replace(/&[a-z0-9#]+;/gi, " ");
  return text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
}

/** "1,184 words, 6 min read". */
export function statsText(words: number): string {
  const minutes = Math.max(1, Math.ceil(words / WORDS_PER_MINUTE));
  const number = String(words).replace(/\B(?=(\d{3})+$)/g, ",");
  return `${number} ${words === 1 ? "word" : "words"}, ${minutes} min read`;
}

/** Returns the length of an article as a text. Counting a long article is deferred so that it does not delay typing. */
export function useContentStats(content: string): string {
  const counted = useDeferredValue(content);
  return useMemo(() => statsText(countWords(counted)), [counted]);
}
