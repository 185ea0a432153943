import type { EditorView } from "@codemirror/view";
import type { Editor } from "@tiptap/core";
import { domSelection } from "./dom-selection";
import { changedFields, type PostForm } from "./post-form";

/** The cursor or selection: positions in a field of the form, in the HTML of the text, or in the visual editor. */
export interface TypingPlace {
  /** The name of the field, "content" for HTML; null for the visual editor. */
  field: string | null;
  from: number;
  to: number;
}

/** The place in a post that was just created, stored while its page replaces that of the new post. */
let savedPlace: {
  postId: string;
  place: TypingPlace | null;
  isSource: boolean;
  isFocused: boolean;
} | null = null;

/** Returns the place where somebody is typing, if any. */
export function typingPlace(): TypingPlace | null {
  const element = document.activeElement;
  if (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement) {
    const from = element.selectionStart ?? 0;
    return element.name === ""
      ? null
      : { field: element.name, from, to: element.selectionEnd ?? from };
  }
  // TipTap sets `editor` on its element, and the editor of HTML sets `source`.
  const { editor, source } = (element ?? {}) as { editor?: Editor; source?: EditorView };
  if (source) {
    const { from, to } = source.state.selection.main;
    return { field: "content", from, to };
  }
  return editor ? { field: null, ...domSelection(editor.view) } : null;
}

/** Stores a place for the next page, and whether the text is edited as HTML or in focus mode. */
export function savePlace(postId: string, place: TypingPlace | null): void {
  const isSource = document.querySelector(".cm-editor, .visual-source") !== null;
  const isFocused = document.querySelector(".editor[data-focus]") !== null;
  savedPlace = { postId, place, isSource, isFocused };
}

/** What was typed into a new post while it was saved, until its page replaces that of the new post. */
let typed: { postId: string; fields: Partial<PostForm> } | null = null;

/** Stores what has changed in the form of a new post since `sent` was saved, for the post's page. */
export function saveTyped(postId: string, form: PostForm, sent: PostForm): void {
  typed = { postId, fields: changedFields(form, sent) };
}

/** Returns the fields stored for a post, and forgets them. */
export function takeTyped(postId: string): Partial<PostForm> | null {
  const fields = typed?.postId === postId ? typed.fields : null;
  typed = null;
  return fields;
}

/** Whether the text of a post was edited as HTML when its place was stored. */
export const startsAsSource = (postId: string): boolean =>
  savedPlace?.postId === postId && savedPlace.isSource;

/** Whether the editor of a post was in focus mode when its place was stored. */
export const startsFocused = (postId: string): boolean =>
  savedPlace?.postId === postId && savedPlace.isFocused;

/** Returns the place stored for a post, unless it is in another kind of editor, and forgets it. */
function take(postId: string, isHere: (field: string | null) => boolean): TypingPlace | null {
  if (savedPlace?.postId !== postId) return null;
  const { place } = savedPlace;
  if (place && !isHere(place.field)) return null;
  savedPlace = null;
  return place;
}

/** Restores the stored place if it is in a field of the post's form. */
export function resumeInField(postId: string, form: HTMLFormElement | null): void {
  const place = take(postId, (field) => field !== null);
  const input = place?.field && form?.elements.namedItem(place.field);
  if (!(input instanceof HTMLInputElement || input instanceof HTMLTextAreaElement)) return;
  input.focus({ preventScroll: true });
  // Dates and checkboxes have no selection.
  if (place && input.selectionStart !== null) input.setSelectionRange(place.from, place.to);
}

/** Restores the stored place if it is in the post's HTML. */
export function resumeInSource(postId: string, focus: (from: number, to: number) => void): void {
  const place = take(postId, (field) => field === "content");
  if (place) focus(place.from, place.to);
}

/** Restores the stored place if it is in the post's visual editor. */
export function resumeInText(postId: string, editor: Editor): void {
  const place = take(postId, (field) => field === null);
  if (place) editor.chain().setTextSelection(place).focus().run();
}
