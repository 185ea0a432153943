import { initialState } from "../features/admin/post-editor/editor-state";
import type { FormSource } from "../features/admin/post-editor/use-draft-sync";

/** The empty form of a new post, which nothing changes. */
export function sourceOf(): FormSource {
  const state = initialState(null);
  return { state: () => state, subscribe: () => () => {} };
}
