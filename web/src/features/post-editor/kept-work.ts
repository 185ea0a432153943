import type { AdminPost } from "../../lib/types";
import { formOf, isChanged, type PostForm } from "./post-form";

/** Unsaved work as this browser keeps it. */
export interface LocalDraft {
  form: PostForm;
  /** The version of the post that it was made from; null for a new post. */
  version: number | null;
  /** When it was last changed, in milliseconds since 1970. */
  at: number;
}

/** Under which names the work on a post is kept: the work of now, and what was found when the page was opened. */
export const draftKey = (post: AdminPost | null, slot: "now" | "found"): string =>
  `post-draft:${post?.id ?? "new"}${slot === "now" ? "" : ":found"}`;

/** What was kept, if it is a whole form; null for anything else. */
export function parseDraft(text: string | null): LocalDraft | null {
  if (text === null) return null;
  try {
    const { form, version, at } = JSON.parse(text) as Partial<LocalDraft>;
    if (!form || typeof at !== "number") return null;
    const empty: Record<string, unknown> = { ...formOf(null), published_local: "" };
    const given = form as unknown as Record<string, unknown>;
    const isWhole = Object.entries(empty).every(([key, value]) =>
      Array.isArray(value)
        ? Array.isArray(given[key]) && given[key].every((item) => typeof item === "string")
        : typeof given[key] === typeof value,
    );
    return isWhole ? { form, version: typeof version === "number" ? version : null, at } : null;
  } catch {
    return null;
  }
}

/** The newest of the kept drafts that says something else than the post as it is stored. */
export function draftToOffer(
  kept: readonly (LocalDraft | null)[],
  stored: PostForm,
): LocalDraft | null {
  const others = kept.filter((draft) => draft !== null && isChanged(draft.form, stored));
  return others.reduce<LocalDraft | null>(
    (newest, draft) => (draft && draft.at > (newest?.at ?? 0) ? draft : newest),
    null,
  );
}
