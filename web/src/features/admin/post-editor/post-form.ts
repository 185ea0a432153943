import type { AdminPost, PostInput } from "../../../generated/api";
import { fromLocalField, toLocalField } from "./local-date";

/** The input of a plain text. */
interface TextInput {
  required?: boolean;
  /** Number of rows of a text area; without it, a single line. */
  rows?: number;
  className?: string;
  hint?: string;
}

/** A field of the form: its label, and its value in a new post. */
interface FormField<T> {
  label: string;
  empty: T;
  /** The input of a plain text, which `TextFields` renders. */
  input?: TextInput;
}

const text = (label: string, input?: TextInput): FormField<string> => ({
  label,
  empty: "",
  ...(input && { input }),
});
const list = (label: string): FormField<readonly string[]> => ({ label, empty: [] });
const flag = (label: string): FormField<boolean> => ({ label, empty: false });

type FieldName = Exclude<keyof PostInput, "published_date" | "version"> | "published_local";

/** The fields in the order of the form. The type check reports fields of the API that are missing here. */
export const FIELDS = {
  featured_image: text("Hero Image"),
  thumbnail_image: text("Blog Thumbnail"),
  title: text("Heading", { required: true, className: "input-heading" }),
  summary: text("Sidebar Summary", { rows: 3 }),
  /** The value of the `datetime-local` field. Null until the browser has converted the stored date to its time zone. */
  published_local: { label: "Publish Date", empty: null } as FormField<string | null>,
  slug: text("URL Slug"),
  author: text("Author"),
  tags: list("Categories"),
  section_tags: list("Section Tags"),
  content: text("Main Content"),
  meta_title: text("Page Title"),
  meta_description: text("Meta Description"),
  schema: text("Schema Markup (JSON-LD)"),
  canonical_url: text("Canonical URL"),
  author_bio: text("Author Bio"),
  published: flag("Publish post"),
  featured: flag("Featured Post"),
  trending: flag("Trending Article"),
  crawl_log: flag("Add Crawl Log"),
  inside_the_index: flag("Inside the Index"),
} satisfies Record<FieldName, FormField<unknown>>;

export const FIELD_NAMES = Object.keys(FIELDS) as FieldName[];

/** The values of the form for a post: texts, switches and lists. */
export type PostForm = { [K in FieldName]: (typeof FIELDS)[K]["empty"] };

/** The fields that hold a text, and those that are on or off. */
export type TextField = {
  [K in keyof PostForm]: PostForm[K] extends string ? K : never;
}[keyof PostForm];
export type SwitchField = {
  [K in keyof PostForm]: PostForm[K] extends boolean ? K : never;
}[keyof PostForm];

/**
 * The form of a post, or the empty form of a new one. The API fills empty fields with their defaults: such fields are
 * empty in the form, and so go on following heading, summary and slug.
 */
export function formOf(post: PostInput | null, publicUrl = ""): PostForm {
  const given: Partial<Record<FieldName, unknown>> = { ...post, published_local: null };
  const form = Object.fromEntries(
    FIELD_NAMES.map((name) => [name, given[name] ?? FIELDS[name].empty]),
  ) as PostForm;
  const defaults = defaultsOf(form, publicUrl);
  for (const [name] of META) if (oneLine(form[name]) === oneLine(defaults[name])) form[name] = "";
  return form;
}

/** Returns the form with its date in the reader's time zone. Browser only. */
export function withLocalDate(
  form: PostForm,
  post: Pick<PostInput, "published_date"> | null,
): PostForm {
  return { ...form, published_local: toLocalField(post?.published_date) };
}

/** Returns the body of a request. A change states the version that it was made from. */
export function inputOf(
  form: PostForm,
  post: AdminPost | null,
  version: number | null = post?.version ?? null,
): PostInput {
  const { published_local, ...rest } = form;
  return {
    ...rest,
    tags: [...form.tags],
    section_tags: [...form.section_tags],
    published_date: dateOf(published_local, post?.published_date ?? null),
    featured_image: form.featured_image.trim() || null,
    thumbnail_image: form.thumbnail_image.trim() || null,
    canonical_url: form.canonical_url.trim() || null,
    version,
  };
}

/** The field has minutes only: a date that was not changed keeps its seconds. */
function dateOf(field: string | null, stored: string | null): string | null {
  return field === null || field === toLocalField(stored) ? stored : fromLocalField(field);
}

/** Whether the form differs from `saved`. */
export const isChanged = (form: PostForm, saved: PostForm): boolean =>
  FIELD_NAMES.some((name) => differs(form[name], saved[name]));

/** Returns the fields that differ from `saved`. */
export const changedFields = (form: PostForm, saved: PostForm): Partial<PostForm> =>
  Object.fromEntries(
    FIELD_NAMES.filter((name) => differs(form[name], saved[name])).map((name) => [
      name,
      form[name],
    ]),
  );

const differs = (now: PostForm[FieldName], before: PostForm[FieldName]): boolean =>
  now !== before && JSON.stringify(now) !== JSON.stringify(before);

/** Adds a section tag, or removes it if it is chosen. The result is in the fixed order. */
export function toggled(chosen: readonly string[], all: readonly string[], name: string): string[] {
  return all.filter((tag) => (tag === name) !== chosen.includes(tag));
}

/** Collapses white space as the server does for texts of one line. */
export const oneLine = (text: string): string => text.replace(/\s+/g, " ").trim();

export type MetaField = "meta_title" | "meta_description" | "canonical_url";

/** Values that the server uses for empty fields. */
export type Defaults = Record<MetaField, string>;

/** Returns the values that the server uses for the empty fields of a post. */
export const defaultsOf = (
  { title, summary, slug }: Pick<PostForm, "title" | "summary" | "slug">,
  publicUrl: string,
): Defaults => ({
  meta_title: title,
  meta_description: summary,
  canonical_url: `${publicUrl}/blog/${slug}`,
});

const META = [
  ["meta_title", "custom page title"],
  ["meta_description", "custom description"],
  ["canonical_url", "custom canonical URL"],
] as const;

/** Returns the names of the fields that do not follow the post's own texts. */
export const ownMeta = (form: PostForm): string[] =>
  META.filter(([name]) => form[name].trim()).map(([, label]) => label);
