import { plainTitle } from "./plain-title";
import { slugify } from "./slugify";

const letters = (word: string) => word.replace(/[^\p{L}\p{N}]/gu, "").length;

/** Where words lie: [first, behind the last). */
type Span = [number, number];

/** The mark carries one to three words. */
const MOST = 3;

const longestWord = (words: string[], [from, to]: Span): Span => {
  let longest = from;
  for (let index = from; index < to; index++) {
    if (letters(words[index] ?? "") > letters(words[longest] ?? "")) longest = index;
  }
  return [longest, longest + 1];
};

/**
 * The longest run of the title's words that stands in the slug as well. An editor shortens a title to
 * its subject when choosing the slug: `log-files` for "What log files know".
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
 * What an editor sees of a cover before a post is saved; the server chooses alike (`server/src/posts/cover.rs`).
 * Splits a title into what stands before, in and after the mark. An editor forces it with
 * `==words==`; else it is the words that the slug repeats, when they are three at most; else the
 * longest word.
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
