/** FNV-1a, 32 bit: the same text always picks the same cover. */
export function hashText(text: string): number {
  let hash = 2166136261;
  for (let i = 0; i < text.length; i++) {
    hash = Math.imul(hash ^ text.charCodeAt(i), 16777619);
  }
  return hash >>> 0;
}

/** Drops the `==` with which an editor forces the mark. */
export function plainTitle(title: string): string {
  return title.replace(/==(.+?)==/g, "$1");
}

const letters = (word: string) => word.replace(/[^\p{L}\p{N}]/gu, "").length;

/**
 * Splits a title into what stands before, in and after the mark. An editor forces it with
 * `==words==`; else the longest word is found (the first of several).
 */
export function markTitle(title: string): { before: string; marked: string; after: string } {
  const forced = /^(.*?)==(.+?)==(.*)$/.exec(title);
  if (forced) {
    const [, before = "", marked = "", after = ""] = forced;
    return { before, marked, after: plainTitle(after) };
  }
  const words = title.split(" ");
  let longest = 0;
  words.forEach((word, index) => {
    if (letters(word) > letters(words[longest] ?? "")) longest = index;
  });
  const before = words.slice(0, longest).join(" ");
  const after = words.slice(longest + 1).join(" ");
  return {
    before: before && `${before} `,
    marked: words[longest] ?? "",
    after: after && ` ${after}`,
  };
}
