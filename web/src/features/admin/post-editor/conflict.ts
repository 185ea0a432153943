import { BLOCK_NAMES, type Word, wordsOfHtml, wordsOfText } from "./html-words";
import { momentText } from "./local-date";
import { FIELD_NAMES, FIELDS, type PostForm } from "./post-form";
import { diffSequences } from "./sequence-diff";

/** Which versions contain a piece. */
export type Side = "both" | "mine" | "stored";

/** A piece of a text. */
export interface Piece {
  text: string;
  side: Side;
}

/** Pieces of one line. */
export type Line = readonly Piece[];

/** A field in which two versions of a post differ. */
export interface Difference {
  field: keyof PostForm;
  label: string;
  /** The lines of both versions, with the pieces marked that only one of them contains. */
  lines: readonly Line[];
}

/** Returns the fields in which two versions differ, in the order of the form. */
export function differences(mine: PostForm, stored: PostForm): Difference[] {
  return FIELD_NAMES.flatMap((field) => {
    const [here, there] = [mine[field], stored[field]];
    if (String(here ?? "") === String(there ?? "")) return [];
    const isHtml = field === "content";
    const lines = compareValues(here, there, field);
    const isSeen = lines.some((line) => line.some(({ side }) => side !== "both"));
    if (isSeen) return [{ field, label: FIELDS[field].label, lines }];
    if (!isHtml || here === null || there === null) return [];
    if (bare(String(here)) === bare(String(there))) return [];
    const lay = "The words are the same. Only the formatting differs.";
    return [{ field, label: FIELDS[field].label, lines: [[{ text: lay, side: "both" }]] }];
  });
}

const CODE = /(<pre[\s>][\s\S]*?<\/pre>)/i;
const BLOCK = new RegExp(` ?(<!--.*?-->|</?(?:${BLOCK_NAMES.join("|")})\\b[^>]*>) ?`, "gi");

/** Removes the white space of HTML that is not content: between blocks, and between lines except in code. */
const bare = (html: string): string =>
  html
    .split(CODE)
    .map((part, at) => (at % 2 === 1 ? part : part.replace(/\s+/g, " ").replace(BLOCK, "$1")))
    .join("");

/** Returns the lines of one version, or of both, without empty ones. */
export function linesOf(lines: readonly Line[], shown: "mine" | "stored" | "both"): Line[] {
  if (shown === "both") return [...lines];
  return lines
    .map((line) => line.filter(({ side }) => side === "both" || side === shown))
    .filter((line) => line.length > 0);
}

/** Compares the values of a field in two versions. */
export const compareValues = (
  mine: PostForm[keyof PostForm],
  stored: PostForm[keyof PostForm],
  field: keyof PostForm,
): Line[] => compareWords(wordsOf(mine, field), wordsOf(stored, field));

function wordsOf(value: PostForm[keyof PostForm], field: keyof PostForm): Word[] {
  if (typeof value === "boolean") return wordsOfText(value ? "On" : "Off");
  if (value === null) return [];
  if (typeof value !== "string") return wordsOfText(value.join("\n"));
  if (field === "content") return wordsOfHtml(value);
  return wordsOfText(field === "published_local" && value !== "" ? momentText(value) : value);
}

/** Compares two texts word by word. The notes on equal words are left out where they are equal too. */
export function compareWords(mine: readonly Word[], stored: readonly Word[]): Line[] {
  const keys = (words: readonly Word[]) => words.map(({ kind, text }) => `${kind} ${text}`);
  const lines: Piece[][] = [[]];
  const add = (words: readonly Word[], side: Side) => {
    for (const { text, kind } of words) {
      const line = lines.at(-1) ?? [];
      if (kind === "break") {
        if (line.length > 0) lines.push([]);
        continue;
      }
      if (kind === "note" && side === "both") continue;
      const last = line.at(-1);
      if (last?.side === side) line[line.length - 1] = { text: `${last.text} ${text}`, side };
      else line.push({ text, side });
    }
  };
  for (const { isSame, a, b } of diffSequences(keys(mine), keys(stored))) {
    if (isSame) add(mine.slice(...a), "both");
    else {
      add(stored.slice(...b), "stored");
      add(mine.slice(...a), "mine");
    }
  }
  return lines.filter((line) => line.length > 0);
}
