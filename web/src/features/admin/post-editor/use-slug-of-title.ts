import { type FocusEvent, useRef } from "react";
import { slugFromTitle } from "../shared/slug";
import type { PostForm } from "./post-form";
import type { SetField } from "./use-post-editor";

/**
 * Returns listeners for the form of a new post: the slug is filled from the heading when the heading is left, until
 * somebody has written another one. The form's own submit comes first: it says that the slug is missing.
 */
export function useSlugOfTitle(form: PostForm, set: SetField, isNew: boolean) {
  const follows = useRef(false);
  const { title, slug } = form;
  const automatic = slugFromTitle(title);
  return {
    onFocus: ({ target }: FocusEvent) => {
      if (!isNew || !(target instanceof HTMLInputElement)) return;
      if (target.name === "title") follows.current = slug === "" || slug === automatic;
      // A slug that nobody has written is replaced by typing. It may have been filled in this moment.
      if (target.name === "slug")
        queueMicrotask(() => target.value === automatic && target.select());
    },
    onBlur: ({ target, relatedTarget }: FocusEvent) => {
      const isTitle = target instanceof HTMLInputElement && target.name === "title";
      const isSubmit =
        relatedTarget instanceof HTMLButtonElement && relatedTarget.type === "submit";
      if (isTitle && follows.current && !isSubmit && automatic !== slug) set("slug", automatic);
    },
  };
}
