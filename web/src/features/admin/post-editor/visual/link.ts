import type { Editor } from "@tiptap/core";
import type { Node } from "@tiptap/pm/model";

/** Returns the chosen figure, whose link is an attribute instead of a mark; null if none is chosen. */
function figureOf({ state }: Editor) {
  const { selection } = state;
  const node = "node" in selection ? (selection.node as Node) : null;
  return node?.type.name === "figure" ? { node, at: selection.from } : null;
}

/** Sets or removes the link of the chosen figure. A video is a link to itself, which stays. */
function linkFigure(editor: Editor, href: string | null): boolean {
  const figure = figureOf(editor);
  if (!figure) return false;
  const link = href === null ? null : { href, title: null, rel: null };
  if (!figure.node.attrs.isVideo)
    editor.view.dispatch(editor.state.tr.setNodeAttribute(figure.at, "link", link));
  return true;
}

/** Returns the address of the link at the cursor or at the start of the selection; empty if there is none. */
export const currentAddress = (editor: Editor): string =>
  (figureOf(editor)?.node.attrs.link ?? editor.getAttributes("link")).href ?? "";

/**
 * Links the selection, or changes the link at the cursor. Otherwise inserts `words` as a link, and moves the cursor
 * after it. The focus does not change.
 */
export function setLink(editor: Editor, href: string, words: string): void {
  if (linkFigure(editor, href)) return;
  const { schema, state } = editor;
  const { empty, $from } = state.selection;
  if (!empty || editor.isActive("link")) {
    editor.chain().extendMarkRange("link").setMark("link", { href }).run();
    return;
  }
  // Part of the footnote, bold text and the like at the cursor.
  const marks = schema.mark("link", { href }).addToSet(state.storedMarks ?? $from.marks());
  editor.chain().insertContent(schema.text(words, marks).toJSON()).unsetMark("link").run();
}

/** Removes the link at the cursor. */
export const removeLink = (editor: Editor): boolean =>
  linkFigure(editor, null) || editor.chain().focus().extendMarkRange("link").unsetLink().run();
