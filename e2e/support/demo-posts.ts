import { readFileSync } from "node:fs";

/** The fields of a demo post that tests need. */
export interface DemoPost {
  slug: string;
  title: string;
  tags: string[];
  section_tags: string[];
  featured: boolean;
  trending: boolean;
  /** How many days before the creation of the demo it was published. */
  days_before: number;
}

const FILE = new URL("../../server/demo/posts.json", import.meta.url);

/** The posts of the demo, newest first. */
export const DEMO_POSTS: readonly DemoPost[] = (
  JSON.parse(readFileSync(FILE, "utf8")) as DemoPost[]
).sort((a, b) => a.days_before - b.days_before);

/** Posts per page of the blog. */
export const PER_PAGE = 12;

/** Returns the addresses of the demo posts that match `wanted`, as on the first page of a listing. */
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
