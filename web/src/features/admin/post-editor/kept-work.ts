import type { UnsavedPost } from "../../../generated/api";
import { formOf, isChanged, type PostForm, withLocalDate } from "./post-form";

/** Unsaved work, as this browser and the server keep it. */
export interface KeptWork {
  /** The tab's own, so that two tabs never write over each other. A UUID. */
  key: string;
  form: PostForm;
  /** The version of the post that it was made from; null for a new post. */
  version: number | null;
  /** When it was last changed, in milliseconds since 1970. */
  at: number;
}

/** Older work is forgotten, as on the server; in milliseconds. */
const LIFE = 30 * 24 * 60 * 60 * 1000;

/** What was kept, if it is a whole form; null for anything else. */
export function parseWork(text: string | null): KeptWork | null {
  if (text === null) return null;
  try {
    const { key, form, version, at } = JSON.parse(text) as Partial<KeptWork>;
    if (!form || typeof key !== "string" || typeof at !== "number") return null;
    const empty: Record<string, unknown> = { ...formOf(null), published_local: "" };
    const given = form as unknown as Record<string, unknown>;
    const isWhole = Object.entries(empty).every(([name, value]) =>
      Array.isArray(value)
        ? Array.isArray(given[name]) && given[name].every((item) => typeof item === "string")
        : typeof given[name] === typeof value,
    );
    if (!isWhole) return null;
    return { key, form, version: typeof version === "number" ? version : null, at };
  } catch {
    return null;
  }
}

/** A draft of the server's. Browser only: its date is put into the reader's zone. */
export function workOf({ key, updated_at, post }: UnsavedPost): KeptWork {
  return {
    key,
    form: withLocalDate(formOf(post), post),
    version: post.version ?? null,
    at: Date.parse(updated_at),
  };
}

/**
 * What is offered back of the work that was found, the newest first: all that says something else than `stored`.
 * Where both have work of one tab, this browser's is taken: it is kept with every change, the server's a moment later.
 */
export function worksToOffer(
  local: readonly KeptWork[],
  server: readonly KeptWork[],
  stored: PostForm,
): KeptWork[] {
  const works = new Map([...server, ...local].map((work) => [work.key, work]));
  return [...works.values()]
    .filter(({ form }) => isChanged(form, stored))
    .sort((one, other) => other.at - one.at);
}

/** Whether work is too old to be kept on. */
export const isForgotten = (work: KeptWork, now: number): boolean => now - work.at > LIFE;

/** A random UUID. `crypto.randomUUID` is there on https and on this machine only. */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  const variant = ((Number.parseInt(hex.charAt(16), 16) & 3) | 8).toString(16);
  const parts = [hex.slice(0, 8), hex.slice(8, 12), `4${hex.slice(13, 16)}`];
  return [...parts, variant + hex.slice(17, 20), hex.slice(20)].join("-");
}
