import { initialState } from "../features/admin/post-editor/editor-state";
import type { PostForm } from "../features/admin/post-editor/post-form";
import type { FormSource } from "../features/admin/post-editor/use-draft-sync";

/** A form that nothing changes: that of a new post unless another is given. */
export function sourceOf(form?: PostForm): FormSource {
  const state = { ...initialState(null), ...(form && { form }) };
  return { state: () => state, subscribe: () => () => {} };
}
