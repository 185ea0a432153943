/** A heading and the selection in it. */
export interface MarkedTitle {
  title: string;
  start: number;
  end: number;
}

const MARKED = /^(.*?)==(.+?)==/;

/**
 * Puts `==` around the selected words of a heading, or the word at the cursor: the cover highlights them. A heading has
 * one mark, so a former one is removed. Words that are marked already lose their mark.
 */
export function toggleMark({ title, start, end }: MarkedTitle): MarkedTitle {
  const [, before = "", marked = ""] = MARKED.exec(title) ?? [];
  const [from, to] = [before.length, before.length + marked.length];
  const plain = marked === "" ? title : before + marked + title.slice(to + 4);
  const place = (at: number) =>
    marked === "" || at <= from
      ? at
      : Math.max(from, Math.min(at - 2, to, at)) + Math.max(0, at - to - 4);
  const words = wordsAt(plain, place(start), place(end));
  const isMarked = marked !== "" && words.start >= from && words.end <= to;
  if (isMarked || words.start === words.end) return { title: plain, ...words };
  return {
    title: `${plain.slice(0, words.start)}==${plain.slice(words.start, words.end)}==${plain.slice(words.end)}`,
    start: words.start + 2,
    end: words.end + 2,
  };
}

/** Returns the selection without surrounding white space, or the word at the cursor if it is empty. */
function wordsAt(text: string, start: number, end: number): { start: number; end: number } {
  if (start === end) {
    const left = /\S*$/.exec(text.slice(0, start))?.[0].length ?? 0;
    const right = /^\S*/.exec(text.slice(end))?.[0].length ?? 0;
    return { start: start - left, end: end + right };
  }
  const selected = text.slice(start, end);
  const leading = selected.length - selected.trimStart().length;
  const trailing = selected.length - selected.trimEnd().length;
  return leading === selected.length
    ? { start, end: start }
    : { start: start + leading, end: end - trailing };
}
