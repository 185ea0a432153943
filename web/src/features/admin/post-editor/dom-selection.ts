import type { Editor } from "@tiptap/core";

/**
 * The browser's selection as positions in the document. On a busy machine the editor's state follows it with a delay:
 * what has to be right at once asks here.
 */
export function domSelection(view: Editor["view"]): { from: number; to: number } {
  const { anchorNode, anchorOffset, focusNode, focusOffset } = document.getSelection() ?? {};
  if (!anchorNode || !focusNode || !view.dom.contains(anchorNode) || !view.dom.contains(focusNode))
    return { from: view.state.selection.from, to: view.state.selection.to };
  const ends = [
    view.posAtDOM(anchorNode, anchorOffset ?? 0),
    view.posAtDOM(focusNode, focusOffset ?? 0),
  ];
  return { from: Math.min(...ends), to: Math.max(...ends) };
}
