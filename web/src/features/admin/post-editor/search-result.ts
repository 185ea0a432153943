import { ownWords, type PostForm } from "./post-form";

type Words = Pick<PostForm, "title" | "summary" | "meta_title" | "meta_description">;

/**
 * Returns title and description as search engines get them, the title with the `==` of its mark. A field that is empty,
 * or equal to the default of `saved`, follows the post's title or summary, as on the server.
 */
export const searchResult = (
  form: Words,
  saved: Words,
): { title: string; description: string } => ({
  title: ownWords(form.meta_title, saved.title).trim() || form.title.trim(),
  description: ownWords(form.meta_description, saved.summary).trim() || form.summary.trim(),
});
