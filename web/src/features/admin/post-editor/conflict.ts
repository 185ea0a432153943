import { FIELD_NAMES, FIELDS, type PostForm } from "./post-form";

/** A field in which two versions of a post differ. */
export interface Difference {
  field: keyof PostForm;
  label: string;
  mine: Part[];
  stored: Part[];
}

/** A piece of a text; `isOnlyHere` when the other version does not have it. */
export interface Part {
  text: string;
  isOnlyHere: boolean;
}

/** Where two versions differ, in the order of the form. */
export function differences(mine: PostForm, stored: PostForm): Difference[] {
  return FIELD_NAMES.flatMap((field) => {
    const [here, there] = [piecesOf(mine[field]), piecesOf(stored[field])];
    if (here.join("\n") === there.join("\n")) return [];
    return [
      { field, label: FIELDS[field].label, mine: parts(here, there), stored: parts(there, here) },
    ];
  });
}

/** A text by lines and blocks, a list by its items, a switch as a word. */
function piecesOf(value: PostForm[keyof PostForm]): string[] {
  if (typeof value === "boolean") return [value ? "On" : "Off"];
  if (value === null) return [];
  if (typeof value !== "string") return [...value];
  return value
    .replace(/(<\/(?:p|h[1-6]|ul|ol|dl|table|blockquote|pre|figure|details)>|-->)/g, "$1\n")
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
}

function parts(own: readonly string[], other: readonly string[]): Part[] {
  const others = new Set(other);
  return own.map((text) => ({ text, isOnlyHere: !others.has(text) }));
}
