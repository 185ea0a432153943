import type { PostForm } from "./post-form";

type Words = Pick<PostForm, "title" | "summary" | "meta_title" | "meta_description">;

/** Returns title and description as search engines get them, the title with the `==` of its mark. */
export const searchResult = (form: Words): { title: string; description: string } => ({
  title: form.meta_title.trim() || form.title.trim(),
  description: form.meta_description.trim() || form.summary.trim(),
});
