import type { Editor } from "@tiptap/core";

/** Returns the address of the link at the cursor or at the start of the selection; empty if there is none. */
export const currentAddress = (editor: Editor): string =>
  (editor.getAttributes("link").href as string | undefined) ?? "";

/**
 * Links the selection, or changes the link at the cursor. Otherwise inserts `words` as a link, and moves the cursor
 * after it. The focus does not change.
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

/** Removes the link at the cursor. */
export const removeLink = (editor: Editor): boolean =>
  editor.chain().focus().extendMarkRange("link").unsetLink().run();
