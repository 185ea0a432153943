import {
  defaultKeymap,
  history,
  historyKeymap,
  indentWithTab,
  isolateHistory,
  toggleBlockComment,
  toggleComment,
} from "@codemirror/commands";
import { html } from "@codemirror/lang-html";
import { bracketMatching, indentOnInput, syntaxHighlighting } from "@codemirror/language";
import { Compartment, EditorState } from "@codemirror/state";
import { EditorView, highlightActiveLineGutter, keymap, lineNumbers } from "@codemirror/view";
import { COVERED } from "../covered";
import type { Finder } from "../find/finder";
import { adoptStyles } from "./adopt-styles";
import { createFinder, findField } from "./find";
import { colours, theme } from "./theme";

interface SourceOptions {
  element: HTMLElement;
  text: string;
  /** Called after the user has changed the text, or undone a change. */
  onEdit: () => void;
  /** Called when the find bar is to open. */
  onFind: () => void;
}

/** An editor of HTML. */
export interface SourceEditor {
  text: () => string;
  /** Replaces the whole text without calling `onEdit`. It can be undone. */
  replace: (text: string) => void;
  /** Inserts text at the cursor, or after the selection, and moves the cursor after it. */
  insert: (text: string) => void;
  focus: (from?: number, to?: number) => void;
  /** Sets the attributes of the text box, and whether it is read-only. */
  describe: (attributes: Record<string, string>, isDisabled: boolean) => void;
  /** Finds words in the text. */
  finder: Finder;
  destroy: () => void;
}

adoptStyles();

/** Without the keys for comments, which a save would delete. */
const KEYS = defaultKeymap.filter(({ run }) => run !== toggleComment && run !== toggleBlockComment);

/**
 * Handles typing over a selection. Chromium would otherwise preserve the look of the replaced words by an inline style,
 * which the page's policy forbids.
 */
const typeOver = EditorView.domEventHandlers({
  beforeinput: (event, view) => {
    // The browser's selection, as the editor's own may lag behind.
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

/** Creates a CodeMirror editor in an element of the page. This module is the chunk that contains CodeMirror. */
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
        // CodeMirror does not type over a closing tag that it has added: typed by hand, it would appear twice.
        html({ autoCloseTags: false }),
        syntaxHighlighting(colours),
        theme,
        typeOver,
        EditorView.lineWrapping,
        EditorView.scrollMargins.of(() => COVERED),
        description.of([]),
        // Tab indents. After Escape it leaves the editor, which is CodeMirror's default.
        keymap.of([find, indentWithTab, ...KEYS, ...historyKeymap]),
        findField,
        EditorView.updateListener.of(({ docChanged }) => {
          for (const listener of listeners) listener();
          if (docChanged && !isQuiet) onEdit();
        }),
      ],
    }),
  });

  // How the place of the cursor is found when a new post is saved.
  Object.assign(view.contentDOM, { source: view });

  return {
    // Line breaks are normalised to "\n".
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
      const { to } = view.state.selection.main;
      view.dispatch({
        changes: { from: to, insert: inserted },
        selection: { anchor: to + inserted.length },
        scrollIntoView: true,
      });
      view.focus();
      // A closing dialog returns the focus to the button that opened it.
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
