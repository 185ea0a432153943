import type { PostForm } from "./post-form";

type Words = Pick<PostForm, "title" | "summary" | "meta_title" | "meta_description">;

/**
 * Title (the `==` of its mark still in it) and description as a search engine gets them. A field that is empty, or that repeats what `saved` had
 * by default, follows title and summary as the server does it.
 */
export function searchResult(form: Words, saved: Words): { title: string; description: string } {
  const ownTitle = form.meta_title.trim() !== "" && form.meta_title !== saved.title;
  const ownDescription =
    form.meta_description.trim() !== "" && form.meta_description !== saved.summary;
  return {
    title: (ownTitle ? form.meta_title : form.title).trim(),
    description: (ownDescription ? form.meta_description : form.summary).trim(),
  };
}
