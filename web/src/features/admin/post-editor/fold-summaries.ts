import { counted } from "../lists/counted";
import { dayText } from "./local-date";
import { FIELDS, type PostForm } from "./post-form";
import { CHOICES } from "./publish-fields";

/** Joins the parts of a summary; returns `none` if all are empty. */
const joined = (parts: readonly (string | false)[], none = ""): string =>
  parts.filter((part) => part !== false && part !== "").join(" · ") || none;

export const mediaSummary = (form: PostForm): string =>
  joined(
    [
      form.featured_image.trim() !== "" && "Hero",
      form.thumbnail_image.trim() !== "" && "Thumbnail",
    ],
    "No images",
  );

/** "/blog/log-files · 12 Jan 2026 · 3 categories". */
export const detailsSummary = ({ slug, published_local, tags, section_tags }: PostForm): string =>
  joined([
    slug === "" ? "No address" : `/blog/${slug}`,
    dayText(published_local ?? ""),
    tags.length > 0 && counted(tags.length, "category", "categories"),
    section_tags.length > 0 && counted(section_tags.length, "section"),
  ]);

/** Names the fields that differ from the post's own texts: "custom page title · custom description". */
export const seoSummary = (own: readonly string[]): string => joined(own, "As in the post");

export const publishSummary = (form: PostForm): string =>
  joined([
    form.published ? "Published" : "Draft",
    ...CHOICES.map((field) => form[field] && FIELDS[field].label),
  ]);
