import type { UnsavedPost } from "../../../generated/api";
import { formOf, isChanged, type PostForm, withLocalDate } from "./post-form";

/** Unsaved changes of a post, as this browser and the server store them. */
export interface LocalDraft {
  /** A UUID. Each tab writes under a separate key, so that two tabs never overwrite each other. */
  key: string;
  form: PostForm;
  /** The version of the post that it was made from; null for a new post. */
  version: number | null;
  /** When it was last changed, in milliseconds since 1970. */
  at: number;
}

/** A removed draft: its key, and the time of the newest change that was known when it was removed. */
export type Removal = Pick<LocalDraft, "key" | "at">;

/** Lifetime of a draft after its last change, in milliseconds. The server has the same limit. */
export const DRAFT_LIFE = 30 * 24 * 60 * 60 * 1000;

/** Returns a stored value if it is a draft with a whole form; null for anything else. */
export function asDraft(value: unknown): LocalDraft | null {
  const { key, form, version, at } = (value ?? {}) as Partial<LocalDraft>;
  if (!form || typeof key !== "string" || typeof at !== "number") return null;
  const empty: Record<string, unknown> = { ...formOf(null), published_local: "" };
  const given: Record<string, unknown> = { ...form };
  const isWhole = Object.entries(empty).every(([name, sample]) => {
    const field = given[name];
    return Array.isArray(sample)
      ? Array.isArray(field) && field.every((item) => typeof item === "string")
      : typeof field === typeof sample;
  });
  if (!isWhole) return null;
  return { key, form, version: typeof version === "number" ? version : null, at };
}

/** Returns a draft for one from the server. Browser only: its date is converted to the reader's time zone. */
export function draftOf({ key, updated_at, post }: UnsavedPost): LocalDraft {
  return {
    key,
    form: withLocalDate(formOf(post), post),
    version: post.version ?? null,
    at: Date.parse(updated_at),
  };
}

/** Returns the drafts that differ from `stored`, newest first. Of two with the same key the first is taken. */
export function draftsToOffer(drafts: readonly LocalDraft[], stored: PostForm): LocalDraft[] {
  const byKey = new Map([...drafts].reverse().map((draft) => [draft.key, draft]));
  return [...byKey.values()]
    .filter(({ form }) => isChanged(form, stored))
    .sort((one, other) => other.at - one.at);
}

/** Returns a random UUID. `crypto.randomUUID` exists on https and on localhost only. */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  const variant = ((Number.parseInt(hex.charAt(16), 16) & 3) | 8).toString(16);
  const parts = [hex.slice(0, 8), hex.slice(8, 12), `4${hex.slice(13, 16)}`];
  return [...parts, variant + hex.slice(17, 20), hex.slice(20)].join("-");
}
