import { plainTitle } from "./plain-title";
import { slugify } from "./slugify";

const letters = (word: string) => word.replace(/[^\p{L}\p{N}]/gu, "").length;

/** A range of words: start and end (exclusive). */
type Span = [number, number];

/** The most words that are marked. */
const MOST = 3;

const longestWord = (words: string[], [from, to]: Span): Span => {
  let longest = from;
  for (let index = from; index < to; index++) {
    if (letters(words[index] ?? "") > letters(words[longest] ?? "")) longest = index;
  }
  return [longest, longest + 1];
};

/**
 * Returns the longest run of the title's words that the slug also contains. Editors shorten a title to its subject when
 * they choose the slug: `log-files` for "What log files know".
 */
function runInSlug(words: string[], slug: string): Span | undefined {
  const keys = words.map((word) => slugify(word));
  const haystack = `-${slug}-`;
  let best: Span | undefined;
  for (let from = 0; from < words.length; from++) {
    let to = from;
    while (keys[to] && haystack.includes(`-${keys.slice(from, to + 1).join("-")}-`)) to++;
    if (to > from && (!best || to - from > best[1] - best[0])) best = [from, to];
  }
  return best;
}

/**
 * Splits a title into the text before, in and after the mark, as an editor sees it on a cover before saving. The server
 * does the same (`server/src/posts/cover.rs`). `==words==` in the title are marked; otherwise the run of words that the
 * slug repeats, if it has at most three; otherwise the longest word.
 */
export function markTitle(
  title: string,
  slug = "",
): { before: string; marked: string; after: string } {
  const forced = /^(.*?)==(.+?)==(.*)$/.exec(title);
  if (forced) {
    const [, before = "", marked = "", after = ""] = forced;
    return { before, marked, after: plainTitle(after) };
  }
  const words = title.split(" ");
  const run = runInSlug(words, slug);
  const [from, to] =
    run && run[1] - run[0] <= MOST ? run : longestWord(words, run ?? [0, words.length]);
  const before = words.slice(0, from).join(" ");
  const after = words.slice(to).join(" ");
  return {
    before: before && `${before} `,
    marked: words.slice(from, to).join(" "),
    after: after && ` ${after}`,
  };
}
