import type { Editor } from "@tiptap/core";

/**
 * Returns the browser's selection as positions in the document. On a busy machine the editor's own state lags behind
 * it, so code that needs the current selection at once calls this.
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
