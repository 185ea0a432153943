import type { AdminPost, AnalysisCheck, AnalysisInput } from "../../../generated/api";
import { inputOf, type PostForm } from "./post-form";
import { searchResult } from "./search-result";
import type { FormSource } from "./use-draft-sync";

/** What the panel is given. */
export interface SearchCheckProps {
  sync: FormSource;
  post: AdminPost | null;
}

const ORDER: readonly AnalysisCheck["level"][] = ["bad", "warn", "good"];

/** Names of rules whose ids are not clear enough. */
const NAMES: Record<string, string> = {
  address_length: "Address",
  h1: "Main heading",
  heading_order: "Skipped heading levels",
  heading_spread: "Text between headings",
  images_alt: "Images without alt text",
  images_alt_length: "Alt text that is too long",
  keyphrase_title: "Keyphrase in the title",
  keyphrase_slug: "Keyphrase in the slug",
  keyphrase_description: "Keyphrase in the description",
  keyphrase_first_paragraph: "Keyphrase in the first paragraph",
  keyphrase_headings: "Keyphrase in headings",
  links_inside: "Links to this site",
  links_outside: "Links to other sites",
  link_text: "Links that don't say where they go",
  transitions: "Linking words",
  unique_title: "Posts with the same title",
  unique_slug: "Posts with the same slug",
  unique_keyphrase: "Posts about the same keyphrase",
};

/** Returns the draft for the server's analysis, with the title and description that search engines would get. */
export function analysisInput(
  form: PostForm,
  post: AdminPost | null,
  keyphrase: string,
): AnalysisInput {
  const { title, description } = searchResult(form);
  return {
    ...inputOf(form, null),
    meta_title: title,
    meta_description: description,
    keyphrase: keyphrase.trim(),
    id: post?.id ?? null,
  };
}

/** Sorts the checks, those that need work first. The order within a level is kept. */
export function sorted(checks: readonly AnalysisCheck[]): AnalysisCheck[] {
  return [...checks].sort((one, other) => ORDER.indexOf(one.level) - ORDER.indexOf(other.level));
}

/** Returns the name of a rule for display. */
export function checkName(id: string): string {
  const words = id.replaceAll("_", " ");
  return NAMES[id] ?? words.charAt(0).toUpperCase() + words.slice(1);
}
