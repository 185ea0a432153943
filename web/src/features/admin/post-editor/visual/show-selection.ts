import type { Editor } from "@tiptap/core";

/**
 * Meta key of a transaction that shows or hides the selection. A string, so that other chunks need not import the
 * plugin's key.
 */
export const BLURRED_SELECTION = "blurredSelection";

/** Shows the selection while the focus is in a field beside the text, or hides it. */
export function showBlurredSelection(editor: Editor, isShown: boolean): void {
  if (!editor.isDestroyed)
    editor.view.dispatch(editor.state.tr.setMeta(BLURRED_SELECTION, isShown));
}
