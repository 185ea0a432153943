import { Node } from "@tiptap/core";
import { TextSelection } from "@tiptap/pm/state";

declare module "@tiptap/core" {
  interface Commands<ReturnType> {
    pageBreak: {
      /** Inserts a page break at the cursor; within a list, table or quote, after that. */
      insertPageBreak: () => ReturnType;
    };
  }
}

/** The end of a page of a post that has several. */
export const PageBreak = Node.create({
  name: "pageBreak",
  group: "block",
  atom: true,
  parseHTML: () => [{ tag: "div[data-page-break]" }],
  renderHTML: () => ["div", { "data-page-break": "", class: "page-break" }, ["span", "Page break"]],
  addCommands() {
    return {
      insertPageBreak:
        () =>
        ({ tr, dispatch }) => {
          const { pageBreak, paragraph } = tr.doc.type.schema.nodes;
          if (!dispatch || !pageBreak || !paragraph) return true;
          const { $from } = tr.selection;
          let at = $from.depth === 0 ? $from.pos : $from.after(1);
          if ($from.depth === 1 && $from.parentOffset < $from.parent.content.size) {
            at = $from.before(1);
            if ($from.parentOffset > 0) {
              tr.split($from.pos);
              at = $from.pos + 1;
            }
          } else if ($from.depth === 1 && $from.parent.content.size === 0) {
            at = $from.before(1);
          }
          tr.insert(at, pageBreak.create());
          // The break is followed by a line to type in.
          if (!tr.doc.resolve(at + 1).nodeAfter?.isTextblock) tr.insert(at + 1, paragraph.create());
          tr.setSelection(TextSelection.near(tr.doc.resolve(at + 2))).scrollIntoView();
          return true;
        },
    };
  },
});
