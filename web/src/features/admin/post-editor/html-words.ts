/** A word of a text, or a note about its markup, which is shown only where two versions differ. */
export interface Word {
  text: string;
  kind: "word" | "note" | "break";
}

const TOKEN = /<!--[\s\S]*?-->|<(\/?)([a-z][a-z0-9]*)((?:"[^"]*"|'[^']*'|[^"'>])*)>|[^<]+|</gi;

/** Block elements and their labels; an empty label adds no note. */
const BLOCKS: Record<string, string> = {
  p: "",
  div: "",
  br: "",
  thead: "",
  tbody: "",
  tfoot: "",
  tr: "",
  td: "",
  section: "",
  dl: "",
  ul: "",
  ol: "",
  table: "",
  h1: "Heading 1",
  h2: "Heading 2",
  h3: "Heading 3",
  h4: "Heading 4",
  h5: "Heading 5",
  h6: "Heading 6",
  li: "List item",
  th: "Table heading",
  dt: "Term",
  dd: "Definition",
  blockquote: "Quote",
  aside: "Callout",
  pre: "Code block",
  figure: "Figure",
  figcaption: "Caption",
  caption: "Table caption",
  details: "Details",
  summary: "Summary",
  hr: "Line",
};

/** Names of block elements. White space beside them is not content. */
export const BLOCK_NAMES: readonly string[] = Object.keys(BLOCKS);

const MARKS: Record<string, string> = {
  strong: "bold",
  b: "bold",
  em: "italic",
  i: "italic",
  u: "underlined",
  s: "struck through",
  del: "struck through",
  mark: "marked",
  code: "code",
  sub: "subscript",
  sup: "superscript",
};

/** Unicode's last code point. */
const LAST_CODE_POINT = 1_114_111;

const ENTITIES: Record<string, string> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  nbsp: "\u00a0",
};

function decoded(text: string): string {
  if (!text.includes("&")) return text;
  return text.replace(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|([a-z]+));/gi, (all, hex, digits, name) => {
    if (name) return ENTITIES[name.toLowerCase()] ?? all;
    const code = hex ? Number.parseInt(hex, 16) : Number(digits);
    return code <= LAST_CODE_POINT ? String.fromCodePoint(code) : all;
  });
}

/** Returns an attribute of a tag, decoded; empty when it is absent. */
function attribute(attributes: string, name: string): string {
  const found = new RegExp(`(?:^|\\s)${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s"'>]+))`, "i");
  const [, double, single, bare] = found.exec(attributes) ?? [];
  return decoded(double ?? single ?? bare ?? "");
}

/** Returns the words of HTML that a reader sees. Tags are left out; notes describe what they do. */
export function wordsOfHtml(html: string): Word[] {
  const words: Word[] = [];
  const links: string[] = [];
  const note = (text: string) => words.push({ text, kind: "note" });
  const nextLine = () => {
    if (words.length > 0 && words.at(-1)?.kind !== "break")
      words.push({ text: "\n", kind: "break" });
  };
  for (const [token, closing, tag, attributes = ""] of html.matchAll(TOKEN)) {
    if (token.startsWith("<!--")) {
      if (!/^<!--\s*pagebreak\s*-->$/i.test(token)) continue;
      nextLine();
      words.push({ text: "Page break", kind: "word" });
      nextLine();
      continue;
    }
    const name = tag?.toLowerCase() ?? "";
    if (name === "") {
      for (const [text] of decoded(token).matchAll(/[^\s\u00a0]+/g))
        words.push({ text, kind: "word" });
      continue;
    }
    const block = BLOCKS[name];
    if (block !== undefined) {
      nextLine();
      if (!closing && block !== "") note(`${block}:`);
    } else if (name === "img") {
      const alt = attribute(attributes, "alt");
      const source = attribute(attributes, "src").replace(/^data:[\s\S]*/, "in the text");
      note(`[image ${source}${alt && `: ${alt}`}]`);
    } else if (name === "a") {
      if (!closing) links.push(attribute(attributes, "href"));
      else note(`[link to ${links.pop() ?? ""}]`);
    } else if (closing && MARKS[name]) note(`[${MARKS[name]}]`);
  }
  while (words.at(-1)?.kind === "break") words.pop();
  return words;
}

/** Returns the words of a plain text, line by line. */
export function wordsOfText(text: string): Word[] {
  return text.split("\n").flatMap((line, index): Word[] => [
    ...(index > 0 ? [{ text: "\n", kind: "break" } as const] : []),
    ...line
      .split(/\s+/)
      .filter((word) => word !== "")
      .map((word) => ({ text: word, kind: "word" }) as const),
  ]);
}
