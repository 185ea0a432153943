import type { PostForm } from "./post-form";

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

/** The fields of the form, in its order, as people know them. */
export const LABELS: Record<keyof PostForm, string> = {
  featured_image: "Hero Image",
  thumbnail_image: "Blog Thumbnail",
  title: "Heading",
  summary: "Sidebar Summary",
  published_local: "Publish Date",
  slug: "URL Slug",
  author: "Author",
  tags: "Categories",
  section_tags: "Section Tags",
  content: "Main Content",
  meta_title: "Page Title",
  meta_description: "Meta Description",
  schema: "Schema Markup (JSON-LD)",
  canonical_url: "Canonical URL",
  author_bio: "Author Bio",
  published: "Publish post",
  featured: "Featured Post",
  trending: "Trending Article",
  crawl_log: "Add Crawl Log",
  inside_the_index: "Inside the Index",
};

/** Where two versions differ, in the order of the form. */
export function differences(mine: PostForm, stored: PostForm): Difference[] {
  return (Object.keys(LABELS) as (keyof PostForm)[]).flatMap((field) => {
    const [here, there] = [piecesOf(mine[field]), piecesOf(stored[field])];
    if (here.join("\n") === there.join("\n")) return [];
    return [{ field, label: LABELS[field], mine: parts(here, there), stored: parts(there, here) }];
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
