import { type FocusEvent, useRef } from "react";
import { slugFromTitle } from "../shared/slug";
import type { FormSource } from "./use-draft-sync";
import type { SetField } from "./use-post-editor";

/**
 * Returns listeners for the form of a new post: the slug is filled from the heading when the heading is left, until
 * somebody has written another one. The form's own submit comes first: it says that the slug is missing. And returns what
 * a save by a key calls first.
 */
export function useSlugOfTitle(sync: FormSource, set: SetField, isNew: boolean) {
  const follows = useRef(false);
  const slugs = () => {
    const { title, slug } = sync.state().form;
    return { slug, automatic: slugFromTitle(title) };
  };
  const fill = () => {
    const { slug, automatic } = slugs();
    if (automatic !== slug) set("slug", automatic);
  };
  return {
    /** Call before the form is saved by a key: the heading has the focus still. */
    settle: () => {
      if (follows.current && document.activeElement?.matches("[name=title]")) fill();
    },
    onFocus: ({ target }: FocusEvent) => {
      if (!isNew || !(target instanceof HTMLInputElement)) return;
      const { slug, automatic } = slugs();
      if (target.name === "title") follows.current = slug === "" || slug === automatic;
      // A slug that nobody has written is replaced by typing. It may have been filled in this moment.
      if (target.name === "slug")
        queueMicrotask(() => target.value === automatic && target.select());
    },
    onBlur: ({ target, relatedTarget }: FocusEvent) => {
      const isTitle = target instanceof HTMLInputElement && target.name === "title";
      const isSubmit =
        relatedTarget instanceof HTMLButtonElement && relatedTarget.type === "submit";
      if (isTitle && follows.current && !isSubmit) fill();
    },
  };
}
