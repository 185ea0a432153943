import type { Editor } from "@tiptap/core";
import { domSelection } from "./dom-selection";

/** The cursor or selection: positions in a field of the form, or in the visual editor. */
export interface TypingPlace {
  /** The name of the field; null for the visual editor. */
  field: string | null;
  from: number;
  to: number;
}

/** The place in a post that was just created, stored while its page replaces that of the new post. */
let savedPlace: { postId: string; place: TypingPlace } | null = null;

/** Returns the place where somebody is typing, if any. */
export function typingPlace(): TypingPlace | null {
  const element = document.activeElement;
  if (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement) {
    const from = element.selectionStart ?? 0;
    return element.name === ""
      ? null
      : { field: element.name, from, to: element.selectionEnd ?? from };
  }
  // TipTap sets `editor` on its element.
  const editor = (element as { editor?: Editor } | null)?.editor;
  return editor ? { field: null, ...domSelection(editor.view) } : null;
}

/** Stores a place for the next page. */
export function savePlace(postId: string, place: TypingPlace | null): void {
  savedPlace = place && { postId, place };
}

/** Restores the stored place if it is in a field of the post's form. */
export function resumeInField(postId: string, form: HTMLFormElement | null): void {
  if (savedPlace?.postId !== postId || savedPlace.place.field === null) return;
  const { field, from, to } = savedPlace.place;
  savedPlace = null;
  const input = form?.elements.namedItem(field);
  if (!(input instanceof HTMLInputElement || input instanceof HTMLTextAreaElement)) return;
  input.focus({ preventScroll: true });
  // Dates and checkboxes have no selection.
  if (input.selectionStart !== null) input.setSelectionRange(from, to);
}

/** Restores the stored place if it is in the post's visual editor. */
export function resumeInText(postId: string, editor: Editor): void {
  if (savedPlace?.postId !== postId || savedPlace.place.field !== null) return;
  const { from, to } = savedPlace.place;
  savedPlace = null;
  editor.chain().setTextSelection({ from, to }).focus().run();
}
