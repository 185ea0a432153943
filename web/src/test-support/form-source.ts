import { initialState } from "../features/admin/post-editor/editor-state";
import type { PostForm } from "../features/admin/post-editor/post-form";
import type { FormSource } from "../features/admin/post-editor/use-draft-sync";

/** A form that never changes: by default that of a new post. */
export const sourceOf = (form?: PostForm): FormSource => changingForm(form).source;

/** A form, by default that of a new post, and a function that changes it. */
export function changingForm(form?: PostForm) {
  let state = { ...initialState(null), ...(form && { form }) };
  const listeners = new Set<() => void>();
  const source: FormSource = {
    state: () => state,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  const change = (fields: Partial<PostForm>) => {
    state = { ...state, form: { ...state.form, ...fields } };
    for (const listener of listeners) listener();
  };
  return { source, change };
}
