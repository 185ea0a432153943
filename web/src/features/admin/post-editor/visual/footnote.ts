import { getMarkRange, Mark } from "@tiptap/core";
import type { MarkType } from "@tiptap/pm/model";
import { type EditorState, Plugin, TextSelection, type Transaction } from "@tiptap/pm/state";

declare module "@tiptap/core" {
  interface Commands<ReturnType> {
    footnote: {
      /**
       * Turns the selection into a footnote, or a footnote into plain text. Without a selection, applies to what is
       * typed next.
       */
      toggleFootnote: () => ReturnType;
    };
  }
}

/** Mark for a footnote, whose text is at the place where readers see its number. */
export const Footnote = Mark.create({
  name: "footnote",
  // Outermost, as a link within a note would otherwise split it. Parsed before the superscript mark.
  priority: 2_000,
  exitable: true,
  keepOnSplit: false,
  parseHTML: () => [{ tag: "sup.note" }],
  renderHTML: () => ["sup", { class: "note" }, 0],
  addCommands() {
    return {
      toggleFootnote:
        () =>
        ({ commands, editor }) =>
          // Headings are also listed in the table of contents, without notes.
          !editor.isActive("heading") && commands.toggleMark(this.name),
    };
  },
  addKeyboardShortcuts() {
    return { "Mod-Alt-f": () => this.editor.commands.toggleFootnote() };
  },
  addProseMirrorPlugins() {
    return [
      new Plugin({
        props: {
          handleKeyDown: (view, event) => {
            const isPlain = !(event.shiftKey || event.ctrlKey || event.metaKey || event.altKey);
            // Enter with another key would break the line, too.
            if (event.key !== "Enter" && !(event.key === "Escape" && isPlain)) return false;
            const end = endNote(view.state, this.type);
            if (!end) return false;
            view.dispatch(end);
            // Keeps Escape from ending focus mode.
            event.stopPropagation();
            return true;
          },
        },
      }),
    ];
  },
});

/**
 * Moves the cursor out of the footnote that it is in, so that further typing is not part of it. Returns null if it is
 * in none. A line break within a note would split it into two, and turn the following text into notes.
 */
function endNote({ selection, storedMarks, tr }: EditorState, type: MarkType): Transaction | null {
  if (!(selection instanceof TextSelection) || !selection.$cursor) return null;
  const { $cursor } = selection;
  if (!type.isInSet(storedMarks ?? $cursor.marks())) return null;
  const end = getMarkRange($cursor, type)?.to ?? $cursor.pos;
  return tr.setSelection(TextSelection.create(tr.doc, end)).removeStoredMark(type);
}
