import type { FieldChange } from "../../../generated/api";
import { FIELD_NAMES, FIELDS, type PostForm } from "./post-form";

export interface HistoryProps {
  postId: string;
  /** What the form says now. */
  form: PostForm;
  /** Fills the form with another version. */
  onRestore: (form: PostForm) => void;
}

const LABELS = new Map<string, string>([
  ...FIELD_NAMES.map((name) => [name, FIELDS[name].label] as const),
  ["published_date", FIELDS.published_local.label],
]);

/** What a save changed, in words: "Heading (3 to 4 words), Publish post". */
export function changesText(changes: readonly FieldChange[]): string {
  return changes
    .map(({ field, ...words }) => (LABELS.get(field) ?? field) + spanOf(words))
    .join(", ");
}

function spanOf({ words_before, words_after }: Omit<FieldChange, "field">): string {
  if (words_before === null || words_after === null) return "";
  const before = words_before === words_after ? "" : `${inDigits(words_before)} to `;
  return ` (${before}${inDigits(words_after)} ${words_after === 1 ? "word" : "words"})`;
}

const inDigits = (count: number): string => count.toLocaleString("en-GB");
