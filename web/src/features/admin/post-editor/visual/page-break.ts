import { Node } from "@tiptap/core";
import { TextSelection } from "@tiptap/pm/state";

declare module "@tiptap/core" {
  interface Commands<ReturnType> {
    pageBreak: {
      /** Divides the text where the cursor is; within a list, table or quote, after that. */
      insertPageBreak: () => ReturnType;
    };
  }
}

/** Where a post goes on on its next page. */
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
          // There is a line to write on after it.
          if (!tr.doc.resolve(at + 1).nodeAfter?.isTextblock) tr.insert(at + 1, paragraph.create());
          tr.setSelection(TextSelection.near(tr.doc.resolve(at + 2))).scrollIntoView();
          return true;
        },
    };
  },
});
