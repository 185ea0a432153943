import { jsonrepair } from "jsonrepair";
import { ImportFileError } from "./import-file";

/** White space and comments. */
const SPACE = String.raw`(?:\s|//[^\n]*\n|/\*[^*]*\*/)*`;
/** The key of a field, with or without a comma before it. */
const NEXT_FIELD = new RegExp(String.raw`${SPACE},?${SPACE}"[\w-]+"\s*:`, "y");
/** The next item of a list. */
const NEXT_ITEM = new RegExp(`${SPACE},${SPACE}["{[]`, "y");
/** The end of an object or a list, followed by what can follow one, or the end of the file. */
const END = new RegExp(String.raw`${SPACE},?${SPACE}(?:[}\]]\s*(?:[,}\]{]|$)|$)`, "y");
const COLON = /\s*:/y;

/**
 * Escapes the quotation marks within the strings of JSON text. One ends its string only if the JSON goes on after it.
 * Returns null if a string is not ended, as its text may have been cut off.
 */
function escapeStrayQuotes(text: string): string | null {
  const follows = (pattern: RegExp, index: number) => {
    pattern.lastIndex = index;
    return pattern.test(text);
  };
  /** The objects and lists that are open, by their first characters. */
  const open: string[] = [];
  /** Whether the current string is a key; null outside strings. */
  let isKey: boolean | null = null;
  let last = "";
  let escaped = "";
  let copied = 0;
  for (let index = 0; index < text.length; index += 1) {
    const char = text.charAt(index);
    if (isKey === null) {
      if (char === '"') isKey = open.at(-1) === "{" && (last === "{" || last === ",");
      else if (char === "{" || char === "[") open.push(char);
      else if (char === "}" || char === "]") open.pop();
      if (!/\s/.test(char)) last = char;
    } else if (char === "\\") {
      index += 1;
    } else if (char === '"') {
      const next = open.at(-1) === "[" ? NEXT_ITEM : NEXT_FIELD;
      const isEnd = isKey
        ? follows(COLON, index + 1)
        : follows(next, index + 1) || follows(END, index + 1);
      if (isEnd) {
        isKey = null;
        // A comma may be missing after a value.
        last = follows(COLON, index + 1) ? char : ",";
      } else {
        escaped += `${text.slice(copied, index)}\\`;
        copied = index;
      }
    }
  }
  return isKey === null ? escaped + text.slice(copied) : null;
}

/** Returns JSON text without what a repair may change: white space, quotation marks, commas and escapes. */
const substance = (json: string): string =>
  json
    .replace(
      /\\(?:u([\da-f]{4})|([bfnrt])|(.))/gis,
      (_, code?: string, _space?: string, char = "") =>
        code ? String.fromCharCode(Number.parseInt(code, 16)) : char,
    )
    .replace(/[\s"'`“”‘’,\\]/g, "")
    .toLowerCase();

/** Whether repaired JSON still has all of its text, and nothing new except brackets around or at the end of it. */
function isWhole(repaired: string, text: string): boolean {
  const before = substance(text);
  const after = substance(repaired);
  if (after === `[${before}]`) return true;
  return after.startsWith(before) && /^[\]}]*$/.test(after.slice(before.length));
}

/** Whether every text has as many opening as closing braces. One that was cut within a sample of JSON has not. */
function isBalanced(value: unknown): boolean {
  if (typeof value === "string") return value.split("{").length === value.split("}").length;
  return typeof value !== "object" || value === null || Object.values(value).every(isBalanced);
}

/**
 * Repairs broken JSON: escapes stray quotation marks, and adds and removes commas.
 * @throws ImportFileError if that is not enough, so that no text is lost
 */
export function repairJson(text: string): string {
  const escaped = escapeStrayQuotes(text);
  for (const attempt of escaped === null ? [] : [escaped, text]) {
    try {
      const repaired = jsonrepair(attempt);
      if (isWhole(repaired, text) && isBalanced(JSON.parse(repaired))) return repaired;
    } catch {
      // The next attempt may succeed.
    }
  }
  throw new ImportFileError(`Failed to process JSON file${firstFault(text)}`);
}

/** Returns the place of the first fault in broken JSON, if the browser names it. */
function firstFault(text: string): string {
  try {
    JSON.parse(text);
  } catch (error) {
    const line = /line \d+(?= col)/.exec(String(error));
    if (line) return `: ${line} is not valid`;
  }
  return "";
}
