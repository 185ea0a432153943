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
