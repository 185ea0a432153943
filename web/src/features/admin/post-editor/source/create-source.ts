import {
  defaultKeymap,
  history,
  historyKeymap,
  indentWithTab,
  isolateHistory,
} from "@codemirror/commands";
import { html } from "@codemirror/lang-html";
import { bracketMatching, indentOnInput, syntaxHighlighting } from "@codemirror/language";
import { Compartment, EditorState } from "@codemirror/state";
import { EditorView, highlightActiveLineGutter, keymap, lineNumbers } from "@codemirror/view";
import { COVERED } from "../content-handle";
import type { Finder } from "../find/finder";
import { adoptStyles } from "./adopt-styles";
import { createFinder, findField } from "./find";
import { colours, theme } from "./theme";

interface SourceOptions {
  element: HTMLElement;
  text: string;
  /** The text was changed by the editor's user, or undone. */
  onEdit: () => void;
  /** Words are to be found in it. */
  onFind: () => void;
}

/** An editor of HTML. */
export interface SourceEditor {
  text: () => string;
  /** Replaces the whole text without calling `onEdit`. It can be undone. */
  replace: (text: string) => void;
  /** Puts text where the cursor is and goes on after it. */
  insert: (text: string) => void;
  focus: (from?: number, to?: number) => void;
  /** Attributes of the text box, and whether it can be written in. */
  describe: (attributes: Record<string, string>, isDisabled: boolean) => void;
  /** Finds words in it. */
  finder: Finder;
  destroy: () => void;
}

adoptStyles();

/**
 * Typing over a selection. Left to itself, Chromium keeps the look of the words that go by a style of the new ones,
 * which the page's policy forbids.
 */
const typeOver = EditorView.domEventHandlers({
  beforeinput: (event, view) => {
    // The browser's own selection: the editor may not have heard of it yet.
    const selection = getSelection();
    if (event.inputType !== "insertText" || event.data === null || view.composing) return false;
    if (!selection || selection.isCollapsed || selection.rangeCount === 0) return false;
    const range = selection.getRangeAt(0);
    const from = view.posAtDOM(range.startContainer, range.startOffset);
    const to = view.posAtDOM(range.endContainer, range.endOffset);
    view.dispatch({
      changes: { from, to, insert: event.data },
      selection: { anchor: from + event.data.length },
      scrollIntoView: true,
      userEvent: "input.type",
    });
    event.preventDefault();
    return true;
  },
});

/** CodeMirror in an element of the page. This module is the chunk that brings it. */
export function createSource({ element, text, onEdit, onFind }: SourceOptions): SourceEditor {
  const description = new Compartment();
  const listeners = new Set<() => void>();
  const find = {
    key: "Mod-f",
    run: () => {
      onFind();
      return true;
    },
  };
  let isQuiet = false;
  const view = new EditorView({
    parent: element,
    state: EditorState.create({
      doc: text,
      extensions: [
        lineNumbers(),
        highlightActiveLineGutter(),
        history(),
        bracketMatching(),
        indentOnInput(),
        // An added closing tag is not typed over: typed by hand, it would appear twice.
        html({ autoCloseTags: false }),
        syntaxHighlighting(colours),
        theme,
        typeOver,
        EditorView.lineWrapping,
        EditorView.scrollMargins.of(() => COVERED),
        description.of([]),
        // Tab indents; Escape before it lets it leave, which CodeMirror does by itself.
        keymap.of([find, indentWithTab, ...defaultKeymap, ...historyKeymap]),
        findField,
        EditorView.updateListener.of(({ docChanged }) => {
          for (const listener of listeners) listener();
          if (docChanged && !isQuiet) onEdit();
        }),
      ],
    }),
  });

  return {
    // Lines are joined by one character whatever the text came with.
    text: () => view.state.doc.toString(),
    replace: (next) => {
      isQuiet = true;
      view.dispatch({
        changes: { from: 0, to: view.state.doc.length, insert: next },
        annotations: isolateHistory.of("full"),
      });
      isQuiet = false;
    },
    insert: (inserted) => {
      view.dispatch({ ...view.state.replaceSelection(inserted), scrollIntoView: true });
      view.focus();
      // A dialog that closes now gives the focus back to what opened it.
      requestAnimationFrame(() => view.focus());
    },
    focus: (from, to) => {
      const end = view.state.doc.length;
      if (from !== undefined)
        view.dispatch({
          selection: { anchor: Math.min(from, end), head: Math.min(to ?? from, end) },
        });
      view.focus();
    },
    describe: (attributes, isDisabled) =>
      view.dispatch({
        effects: description.reconfigure([
          EditorView.contentAttributes.of(attributes),
          EditorView.editable.of(!isDisabled),
          EditorState.readOnly.of(isDisabled),
        ]),
      }),
    finder: createFinder(view, listeners),
    destroy: () => view.destroy(),
  };
}
