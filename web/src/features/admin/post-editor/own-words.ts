import type { PostForm } from "./post-form";

export type MetaField = "meta_title" | "meta_description" | "canonical_url";

/** Values that the server uses for empty fields. */
export type Defaults = Record<MetaField, string>;

/** Returns what the server takes for the empty fields of a post. */
export const defaultsOf = (
  { title, summary, slug }: Pick<PostForm, "title" | "summary" | "slug">,
  publicUrl: string,
): Defaults => ({
  meta_title: title.trim(),
  meta_description: summary.trim(),
  canonical_url: `${publicUrl}/blog/${slug}`,
});

/**
 * Returns what the editor has written into a field. The API fills empty fields with their defaults: a value that only
 * repeats the default of the stored post follows it, and reads as empty.
 */
export const ownWords = (value: string, savedDefault: string): string =>
  oneLine(value) === oneLine(savedDefault) ? "" : value;

/** A text with its white space as the server stores what has one line. */
export const oneLine = (text: string): string => text.replace(/\s+/g, " ").trim();

const META = [
  ["meta_title", "own page title"],
  ["meta_description", "own description"],
  ["canonical_url", "own canonical URL"],
] as const;

/** Names the fields that say something else than the post. */
export const ownMeta = (form: PostForm, savedDefaults: Defaults): string[] =>
  META.filter(([name]) => ownWords(form[name], savedDefaults[name]).trim() !== "").map(
    ([, label]) => label,
  );
