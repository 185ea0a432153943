import { slugFromTitle } from "../../shared/slug";

/** A post of an import file as the browser understands it. The server reads the rest, and has the last word. */
export interface ImportPost {
  /** Its place in the file, from 0. */
  index: number;
  /** What is sent. */
  value: Record<string, unknown>;
  title: string;
  slug: string;
  isPublished: boolean;
  /** Why the server will refuse it, as far as that is known already. */
  problems: string[];
  /** What it lacks, and what the server will leave out of it. */
  warnings: string[];
}

/** What a file came to. */
export interface ImportFile {
  posts: ImportPost[];
  /** Places in the file, from 1, of what is no post: these are left out. */
  skipped: number[];
  /** Its JSON was broken and has been mended. */
  isRepaired: boolean;
  /** The server has said what it will refuse. */
  isChecked: boolean;
}

/** Why a file holds nothing to import. The texts are those that people see. */
export class ImportFileError extends Error {}

/** Where the server puts the time of import into a slug that it makes. */
const TIME = "…";
/** What that time takes up of a slug, with its hyphen. */
const TIME_LENGTH = 14;
/** How many names of fields a warning has. */
const MOST_NAMES = 10;
const SLUG_FORM = /^[a-z0-9-]+$/;
const SLUG_RULE = "Slug must be lowercase and can only contain letters, numbers and hyphens.";

/**
 * Reads a file's text: one post or a list of posts.
 * @param repair mends broken JSON; rejects when it cannot, with an ImportFileError when that is not the file's fault
 * @throws ImportFileError when there is nothing to import
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
    json = await repaired(text, repair);
  }
  const entries = Array.isArray(json) ? json : [json];
  const posts: ImportPost[] = [];
  const skipped: number[] = [];
  entries.forEach((entry: unknown, index) => {
    if (isObject(entry)) posts.push(preview(entry, index));
    else skipped.push(index + 1);
  });
  if (posts.length === 0) {
    // Mending makes a text of anything: without a post in it, the file was no JSON in the first place.
    throw new ImportFileError(isRepaired ? "Failed to process JSON file" : "No valid posts found");
  }
  markDoubles(posts);
  return { posts, skipped, isRepaired, isChecked: false };
}

async function repaired(text: string, repair: (text: string) => Promise<string>): Promise<unknown> {
  try {
    return JSON.parse(await repair(text));
  } catch (error) {
    if (error instanceof ImportFileError) throw error;
    throw new ImportFileError("Failed to process JSON file");
  }
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
    isPublished: published !== false,
    problems,
    warnings: problems.length > 0 ? [] : missingIn(value, title, content),
  };
}

/** Says that a post has no title or no text, and by which names it has fields: one may have been meant for them. */
function missingIn(value: Record<string, unknown>, title: string, content: string): string[] {
  const missing: string[] = [];
  if (title.trim() === "") missing.push("No title: it will be called Untitled Post, with the time");
  if (content.trim() === "") missing.push("No text");
  const names = Object.keys(value).slice(0, MOST_NAMES);
  if (missing.length > 0 && names.length > 0) missing.push(`Its fields: ${names.join(", ")}`);
  return missing;
}

/** The slug that the server makes, with a sign for the time that only it knows. */
function madeSlug(title: string): string {
  return `${slugFromTitle(title, TIME_LENGTH) || "post"}-${TIME}`;
}

/** Of posts with one slug the first is made, the others are refused. */
function markDoubles(posts: ImportPost[]): void {
  const seen = new Map<string, number>();
  for (const post of posts) {
    if (post.slug.endsWith(TIME)) continue;
    const first = seen.get(post.slug);
    if (first === undefined) seen.set(post.slug, post.index);
    else post.problems.push(`Same slug as post ${first + 1}`);
  }
}
