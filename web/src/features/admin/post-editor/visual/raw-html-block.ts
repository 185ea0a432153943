import { Node } from "@tiptap/core";
import { allowedBlocks } from "./allowed-html";

/**
 * A block that the visual editor cannot edit, such as a figure with several images, a `details` element or a
 * description list. It is shown, can be moved and deleted, and is serialised unchanged.
 */
export const RawHtmlBlock = Node.create({
  name: "rawHtmlBlock",
  group: "block",
  atom: true,
  draggable: true,
  addAttributes: () => ({ html: { default: "", rendered: false } }),
  parseHTML: () => [
    {
      tag: "div[data-raw-html]",
      getAttrs: (element) => ({ html: element.dataset.rawHtml ?? "" }),
    },
  ],
  renderHTML: ({ node }) => ["div", { "data-raw-html": node.attrs.html as string }],
  addNodeView: () => {
    return ({ node }) => {
      const dom = document.createElement("div");
      dom.className = "raw-html-block";
      dom.contentEditable = "false";
      const note = document.createElement("p");
      note.className = "raw-html-block-note";
      note.textContent = "Not editable here. Switch to HTML mode.";
      dom.append(note, ...preview(node.attrs.html as string));
      return { dom };
    };
  },
});

/** Renders the block for display, without its ids, which may exist on this page. */
function preview(html: string): globalThis.Node[] {
  return allowedBlocks(html).map((block) => {
    const copy = document.importNode(block, true);
    if (copy instanceof Element) {
      for (const element of [copy, ...copy.querySelectorAll("[id]")]) element.removeAttribute("id");
    }
    return copy;
  });
}
