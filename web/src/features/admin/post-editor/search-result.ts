import { ownWords, type PostForm } from "./post-form";

type Words = Pick<PostForm, "title" | "summary" | "meta_title" | "meta_description">;

/**
 * Title (the `==` of its mark still in it) and description as a search engine gets them. A field that is empty, or that repeats what `saved` had
 * by default, follows title and summary as the server does it.
 */
export const searchResult = (
  form: Words,
  saved: Words,
): { title: string; description: string } => ({
  title: ownWords(form.meta_title, saved.title).trim() || form.title.trim(),
  description: ownWords(form.meta_description, saved.summary).trim() || form.summary.trim(),
});
