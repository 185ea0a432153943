import { HighlightStyle } from "@codemirror/language";
import { EditorView } from "@codemirror/view";
import { tags } from "@lezer/highlight";

/**
 * Colours and fonts of the form. They are here as a rule in a layer of post-content.css would lose to the editor's own.
 */
export const theme = EditorView.theme({
  "&": { fontSize: "0.9375rem", backgroundColor: "var(--surface)", color: "var(--text)" },
  "&.cm-focused": { outline: "2px solid var(--focus)", outlineOffset: "-3px" },
  ".cm-scroller": { fontFamily: "var(--font-mono)", lineHeight: "1.6", minHeight: "250px" },
  ".cm-content": { padding: "16px 0", caretColor: "var(--caret)" },
  ".cm-line": { padding: "0 16px 0 12px" },
  ".cm-gutters": {
    backgroundColor: "var(--sunk)",
    color: "var(--muted)",
    border: "0",
    borderRight: "1px solid var(--line)",
    borderRadius: "var(--radius-inner) 0 0 0",
  },
  ".cm-lineNumbers .cm-gutterElement": { minWidth: "36px", padding: "0 8px" },
  ".cm-activeLineGutter": { backgroundColor: "var(--match)", color: "var(--text)" },
  ".cm-matchingBracket": { backgroundColor: "transparent" },
  "&.cm-focused .cm-matchingBracket": {
    backgroundColor: "var(--match)",
    outline: "1px solid var(--edge)",
  },
  ".cm-nonmatchingBracket": { backgroundColor: "transparent" },
  "&.cm-focused .cm-nonmatchingBracket": {
    backgroundColor: "var(--error-ground)",
  },
});

/** Colours of the syntax, each with enough contrast on the form's background. */
export const colours = HighlightStyle.define([
  { tag: [tags.tagName, tags.angleBracket], color: "var(--green)" },
  { tag: [tags.attributeName, tags.propertyName], color: "var(--mark-text)" },
  { tag: [tags.attributeValue, tags.string], color: "var(--ink-soft)", fontStyle: "italic" },
  { tag: [tags.comment, tags.documentMeta], color: "var(--muted)" },
  { tag: tags.character, color: "var(--mark-text)" },
  { tag: tags.invalid, color: "var(--danger)" },
]);
