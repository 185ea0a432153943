import { slugFromTitle } from "../../shared/slug";

/** A post of an import file, with what the browser shows of it. The server checks all of it. */
export interface ImportPost {
  /** Index in the file. */
  index: number;
  /** The value to send. */
  value: Record<string, unknown>;
  title: string;
  slug: string;
  /** What it will be. Only the server knows whether its publish date is in the future. */
  state: "draft" | "scheduled" | "live";
  /** Known reasons why the server will refuse it. */
  problems: string[];
  /** What is missing, and what the server will omit. */
  warnings: string[];
}

/** The content of an import file. */
export interface ImportFile {
  posts: ImportPost[];
  /** Positions in the file, from 1, of entries that are not posts. They are skipped. */
  skipped: number[];
  /** Whether its JSON was broken and has been repaired. */
  isRepaired: boolean;
  /** Whether the server has checked it. */
  isChecked: boolean;
}

/** The reason why a file has nothing to import, in words for display. */
export class ImportFileError extends Error {}

/** Stands for the time of the import in a slug that the server creates. */
const TIME = "…";
/** Length of that time with its hyphen, in characters. */
const TIME_LENGTH = 14;
/** The most field names in a warning. */
const MOST_NAMES = 10;
const SLUG_FORM = /^[a-z0-9-]+$/;
const SLUG_RULE = "Slug must be lowercase and can only contain letters, numbers and hyphens.";

/**
 * Parses a file: one post or a list of posts.
 * @param repair repairs broken JSON; rejects with an ImportFileError if it cannot
 * @throws ImportFileError if there is nothing to import
 */
export async function readImport(
  text: string,
  repair: (text: string) => Promise<string>,
): Promise<ImportFile> {
  let json: unknown;
  let isRepaired = false;
  try {
    json = JSON.parse(text);
  } catch {
    isRepaired = true;
    json = JSON.parse(await repair(text));
  }
  const entries = Array.isArray(json) ? json : [json];
  const posts: ImportPost[] = [];
  const skipped: number[] = [];
  entries.forEach((entry: unknown, index) => {
    if (isObject(entry)) posts.push(preview(entry, index));
    else skipped.push(index + 1);
  });
  if (posts.length === 0) {
    // Any text can be repaired into some JSON. If that has no posts, the file was not JSON in the first place.
    throw new ImportFileError(isRepaired ? "Failed to process JSON file" : "No valid posts found");
  }
  markDoubles(posts);
  return { posts, skipped, isRepaired, isChecked: false };
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function preview(value: Record<string, unknown>, index: number): ImportPost {
  const problems: string[] = [];
  const text = (key: string): string => {
    const given = value[key] ?? "";
    if (typeof given === "string") return given;
    problems.push(`"${key}" must be text`);
    return "";
  };
  const title = text("title");
  const content = text("content");
  const givenSlug = text("slug").trim();
  if (givenSlug !== "" && !SLUG_FORM.test(givenSlug)) problems.push(SLUG_RULE);
  const published = value.published ?? true;
  if (typeof published !== "boolean") problems.push('"published" must be true or false');
  return {
    index,
    value,
    title: title.trim() === "" ? "Untitled Post" : title,
    slug: givenSlug || madeSlug(title),
    state: published === false ? "draft" : "live",
    problems,
    warnings: problems.length > 0 ? [] : missingIn(value, title, content),
  };
}

/** Warns that a post has no title or no text, and names its fields, as one of them may have been meant. */
function missingIn(value: Record<string, unknown>, title: string, content: string): string[] {
  const missing: string[] = [];
  if (title.trim() === "") missing.push("No title: it will be called Untitled Post, with the time");
  if (content.trim() === "") missing.push("No text");
  const names = Object.keys(value).slice(0, MOST_NAMES);
  if (missing.length > 0 && names.length > 0) missing.push(`Fields found: ${names.join(", ")}`);
  return missing;
}

/** Returns the slug that the server will create, with a placeholder for the time. */
function madeSlug(title: string): string {
  return `${slugFromTitle(title, TIME_LENGTH) || "post"}-${TIME}`;
}

/** Marks posts with the slug of an earlier one, which the server will refuse. */
function markDoubles(posts: ImportPost[]): void {
  const seen = new Map<string, number>();
  for (const post of posts) {
    if (post.slug.endsWith(TIME)) continue;
    const first = seen.get(post.slug);
    if (first === undefined) seen.set(post.slug, post.index);
    else post.problems.push(`Same slug as post ${first + 1}`);
  }
}
