import type { FieldChange } from "../../../generated/api";
import { FIELD_NAMES, FIELDS, type PostForm } from "./post-form";
import type { FormSource } from "./use-draft-sync";

export interface HistoryProps {
  postId: string;
  sync: FormSource;
  /** The post as it is stored: another object after each save. */
  saved: PostForm;
  /** Fills the form with another version. */
  onRestore: (form: PostForm) => void;
}

/**
 * Returns an earlier version as the form loads it. Address, date and state are not part of a version: the form's values
 * stay, or the next save would move a live post or take it offline.
 */
export function loadedVersion(version: PostForm, form: PostForm): PostForm {
  const { published, published_local, slug } = form;
  return { ...version, published, published_local, slug };
}

const LABELS = new Map<string, string>([
  ...FIELD_NAMES.map((name) => [name, FIELDS[name].label] as const),
  ["published_date", FIELDS.published_local.label],
]);

/** Describes what a save changed: "Heading (3 to 4 words), Publish post". */
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
