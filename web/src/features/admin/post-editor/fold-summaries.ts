import { dayText } from "./local-date";
import { FIELDS, type PostForm } from "./post-form";
import { CHOICES } from "./publish-fields";

/** Joins the parts of a summary; returns `none` if all are empty. */
const joined = (parts: readonly (string | false)[], none = ""): string =>
  parts.filter((part) => part !== false && part !== "").join(" · ") || none;

const counted = (count: number, one: string, many: string): string =>
  count === 0 ? "" : `${count} ${count === 1 ? one : many}`;

export const mediaSummary = (form: PostForm): string =>
  joined(
    [
      form.featured_image.trim() !== "" && "Hero",
      form.thumbnail_image.trim() !== "" && "Thumbnail",
    ],
    "No images",
  );

/** "/blog/log-files · 12 Jan 2026 · 3 categories". */
export const detailsSummary = (form: PostForm): string =>
  joined([
    form.slug === "" ? "No address" : `/blog/${form.slug}`,
    dayText(form.published_local ?? ""),
    counted(form.tags.length, "category", "categories"),
    counted(form.section_tags.length, "section", "sections"),
  ]);

/** Names the fields that differ from the post's own texts: "custom page title · custom description". */
export const seoSummary = (own: readonly string[]): string => joined(own, "As in the post");

export const publishSummary = (form: PostForm): string =>
  joined([
    form.published ? "Published" : "Draft",
    ...CHOICES.map((field) => form[field] && FIELDS[field].label),
  ]);
