import { getMarkRange, Mark } from "@tiptap/core";
import type { MarkType } from "@tiptap/pm/model";
import { type EditorState, Plugin, TextSelection, type Transaction } from "@tiptap/pm/state";

declare module "@tiptap/core" {
  interface Commands<ReturnType> {
    footnote: {
      /** Makes a footnote of what is selected, or of what is typed next; or words of the text of a footnote. */
      toggleFootnote: () => ReturnType;
    };
  }
}

/** Mark for a footnote: its text is in the place where readers see its number. */
export const Footnote = Mark.create({
  name: "footnote",
  // Outside of every other mark: a link in a note would divide it. Before the mark of raised letters.
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
          // Headings are listed by their words.
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
            if (!isPlain || (event.key !== "Enter" && event.key !== "Escape")) return false;
            const end = endNote(view.state, this.type);
            if (!end) return false;
            view.dispatch(end);
            // Focus mode stays on.
            event.stopPropagation();
            return true;
          },
        },
      }),
    ];
  },
});

/**
 * Moves the cursor behind the footnote that it is in; what is typed next is no part of it. Null when it is in none. A new
 * line would make two notes of one, and notes of all that follows.
 */
function endNote({ selection, storedMarks, tr }: EditorState, type: MarkType): Transaction | null {
  if (!(selection instanceof TextSelection) || !selection.$cursor) return null;
  const { $cursor } = selection;
  if (!type.isInSet(storedMarks ?? $cursor.marks())) return null;
  const end = getMarkRange($cursor, type)?.to ?? $cursor.pos;
  return tr.setSelection(TextSelection.create(tr.doc, end)).removeStoredMark(type);
}
