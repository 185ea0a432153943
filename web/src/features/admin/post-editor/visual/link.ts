import type { Editor } from "@tiptap/core";

/** The address of the link that the cursor is in, or that begins the selection; empty where there is none. */
export const currentAddress = (editor: Editor): string =>
  (editor.getAttributes("link").href as string | undefined) ?? "";

/**
 * Links what is selected, or the link that the cursor is in. Where neither is, `words` are put there as a link, and
 * typing goes on after it. The focus stays where it is.
 */
export function setLink(editor: Editor, href: string, words: string): void {
  const chain = editor.chain();
  if (editor.state.selection.empty && !editor.isActive("link"))
    chain
      .insertContent({ type: "text", text: words, marks: [{ type: "link", attrs: { href } }] })
      .unsetMark("link")
      .run();
  else chain.extendMarkRange("link").setMark("link", { href }).run();
}

/** Takes away the link that the cursor is in. */
export const removeLink = (editor: Editor): boolean =>
  editor.chain().focus().extendMarkRange("link").unsetLink().run();

/** Meta key of a transaction that shows or hides the selection. A string: no other chunk needs the plugin's key. */
export const BLURRED_SELECTION = "blurredSelection";

/** Shows the selection while the focus is in a field beside the text, or hides it. */
export function showBlurredSelection(editor: Editor, isShown: boolean): void {
  if (!editor.isDestroyed)
    editor.view.dispatch(editor.state.tr.setMeta(BLURRED_SELECTION, isShown));
}
