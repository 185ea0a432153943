import { Mark } from "@tiptap/core";

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
});
