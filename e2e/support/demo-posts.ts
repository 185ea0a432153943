import { readFileSync } from "node:fs";

/** A post of the demo, as far as tests ask. */
export interface DemoPost {
  slug: string;
  title: string;
  tags: string[];
  section_tags: string[];
  featured: boolean;
  trending: boolean;
  /** How many days before the demo was made it was published. */
  days_before: number;
}

const FILE = new URL("../../server/demo/posts.json", import.meta.url);

/** The posts that the demo holds, the newest first. */
export const DEMO_POSTS: readonly DemoPost[] = (
  JSON.parse(readFileSync(FILE, "utf8")) as DemoPost[]
).sort((a, b) => a.days_before - b.days_before);

/** How many posts stand on a page of the blog's listing. */
export const PER_PAGE = 12;

/** Addresses of the demo's posts that `wanted` lets through, as the first page of a listing has them. */
export function listing(
  wanted: (post: DemoPost) => boolean,
  { featuredFirst = true } = {},
): string[] {
  const found = DEMO_POSTS.filter(wanted);
  const ordered = featuredFirst
    ? [...found.filter((post) => post.featured), ...found.filter((post) => !post.featured)]
    : found;
  return ordered.slice(0, PER_PAGE).map((post) => `/blog/${post.slug}`);
}
