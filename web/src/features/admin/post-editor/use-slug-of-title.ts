import { type FocusEvent, useRef } from "react";
import { slugFromTitle } from "../shared/slug";
import type { FormSource } from "./use-draft-sync";
import type { SetField } from "./use-post-editor";

/**
 * Returns listeners for the form of a new post, which derive the slug from the heading when the heading is left, until
 * somebody has written another slug. When focus goes to the submit button, they do nothing, so that the form reports
 * the missing slug. Also returns `settle`, to be called before the form is saved by a key.
 */
export function useSlugOfTitle(sync: FormSource, set: SetField, isNew: boolean) {
  /** Whether the heading has the focus and the slug is derived from it. */
  const follows = useRef(false);
  const slugs = () => {
    const { title, slug } = sync.state().form;
    return { slug, automatic: slugFromTitle(title) };
  };
  /** Derives the slug while the heading has the focus. */
  const settle = () => {
    const { slug, automatic } = slugs();
    if (follows.current && automatic !== slug) set("slug", automatic);
  };
  return {
    settle,
    onFocus: ({ target }: FocusEvent) => {
      if (!isNew || !(target instanceof HTMLInputElement)) return;
      const { slug, automatic } = slugs();
      if (target.name === "title") follows.current = slug === "" || slug === automatic;
      // A derived slug is selected, so that typing replaces it. Deferred, as it may have been set just now.
      if (target.name === "slug")
        queueMicrotask(() => target.value === automatic && target.select());
    },
    onBlur: ({ relatedTarget }: FocusEvent) => {
      const isSubmit =
        relatedTarget instanceof HTMLButtonElement && relatedTarget.type === "submit";
      if (!isSubmit) settle();
      follows.current = false;
    },
  };
}
