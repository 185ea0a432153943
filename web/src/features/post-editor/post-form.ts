import type { AdminPost, PostInput } from "../../lib/types";
import { fromLocalField, toLocalField } from "./local-date";

/** A post as the form holds it: every field a text, a switch or a list. */
export interface PostForm {
  title: string;
  slug: string;
  content: string;
  summary: string;
  author: string;
  author_bio: string;
  tags: readonly string[];
  section_tags: readonly string[];
  published: boolean;
  featured: boolean;
  trending: boolean;
  crawl_log: boolean;
  inside_the_index: boolean;
  /** What the `datetime-local` field holds. Null until the browser has turned the stored date into its zone. */
  published_local: string | null;
  featured_image: string;
  thumbnail_image: string;
  meta_title: string;
  meta_description: string;
  canonical_url: string;
  schema: string;
}

/** The fields that hold a text, and those that are on or off. */
export type TextField = {
  [K in keyof PostForm]: PostForm[K] extends string ? K : never;
}[keyof PostForm];
export type SwitchField = {
  [K in keyof PostForm]: PostForm[K] extends boolean ? K : never;
}[keyof PostForm];

/** The form of a post, or the empty form of a new one. */
export function formOf(post: PostInput | null): PostForm {
  return {
    title: post?.title ?? "",
    slug: post?.slug ?? "",
    content: post?.content ?? "",
    summary: post?.summary ?? "",
    author: post?.author ?? "",
    author_bio: post?.author_bio ?? "",
    tags: post?.tags ?? [],
    section_tags: post?.section_tags ?? [],
    published: post?.published ?? false,
    featured: post?.featured ?? false,
    trending: post?.trending ?? false,
    crawl_log: post?.crawl_log ?? false,
    inside_the_index: post?.inside_the_index ?? false,
    published_local: null,
    featured_image: post?.featured_image ?? "",
    thumbnail_image: post?.thumbnail_image ?? "",
    meta_title: post?.meta_title ?? "",
    meta_description: post?.meta_description ?? "",
    canonical_url: post?.canonical_url ?? "",
    schema: post?.schema ?? "",
  };
}

/** The form with its date in the reader's zone. Browser only. */
export function withLocalDate(
  form: PostForm,
  post: Pick<PostInput, "published_date"> | null,
): PostForm {
  return { ...form, published_local: toLocalField(post?.published_date) };
}

/** What the API is sent. A change names the version that it was made from. */
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

/** The field knows minutes only: a date that was not touched keeps its seconds. */
function dateOf(field: string | null, stored: string | null): string | null {
  return field === null || field === toLocalField(stored) ? stored : fromLocalField(field);
}

/** Whether the form holds something else than `saved`. */
export function isChanged(form: PostForm, saved: PostForm): boolean {
  return (Object.keys(form) as (keyof PostForm)[]).some((key) => {
    const [now, before] = [form[key], saved[key]];
    if (Array.isArray(now) && Array.isArray(before)) {
      return now.length !== before.length || now.some((item, index) => item !== before[index]);
    }
    return now !== before;
  });
}

/** Section tags with one more or one less, in the fixed order. */
export function toggled(chosen: readonly string[], all: readonly string[], name: string): string[] {
  return all.filter((tag) => (tag === name) !== chosen.includes(tag));
}
