import type { Editor } from "@tiptap/core";
import { Slice } from "@tiptap/pm/model";
import { afterEach, expect, it, vi } from "vitest";
import * as media from "../../media/upload";
import { createEditor, toHtml } from "./create-editor";

let editor: Editor | undefined;
afterEach(() => editor?.destroy());

/** Returns an editor in the page. */
function mounted(html: string): Editor {
  editor = createEditor({ html, attributes: () => ({}), onEdit: () => {}, onRunning: () => {} });
  editor.mount(document.body.appendChild(document.createElement("div")));
  return editor;
}

it("handles a key with the browser's selection, before the selection event", () => {
  const editor = mounted("<p>One</p><p>Two</p>");
  const text = editor.view.dom;
  text.focus();
  editor.commands.setTextSelection(1);
  const second = text.querySelectorAll("p")[1]?.firstChild as Text;
  const holdBack = (event: Event) => event.stopPropagation();
  window.addEventListener("selectionchange", holdBack, { capture: true });
  document.getSelection()?.setBaseAndExtent(second, 3, second, 1);
  window.removeEventListener("selectionchange", holdBack, { capture: true });
  expect(editor.state.selection).toMatchObject({ from: 1, to: 1 });
  text.dispatchEvent(new KeyboardEvent("keydown", { key: "a", bubbles: true }));
  expect(editor.state.selection).toMatchObject({ from: 7, to: 9 });
});

it("uploads dropped files, but not an image that is dragged within the text", () => {
  const { view } = mounted("<p>One</p>");
  const upload = vi.spyOn(media, "uploadImage").mockReturnValue(new Promise(() => {}));
  vi.spyOn(view, "posAtCoords").mockReturnValue({ pos: 1, inside: 0 });
  const files = [new File(["x"], "a.png", { type: "image/png" })];
  const drop = new Event("drop", { cancelable: true });
  Object.assign(drop, { dataTransfer: { files, getData: () => "" } });
  const isTaken = () =>
    view.someProp("handleDrop", (handle) => handle(view, drop as DragEvent, Slice.empty, true));
  view.dragging = { slice: Slice.empty, move: true };
  expect(isTaken()).toBeFalsy();
  expect(upload).not.toHaveBeenCalled();
  view.dragging = null;
  expect(isTaken()).toBe(true);
  expect(upload).toHaveBeenCalledTimes(1);
});

it.each([
  "<p>Block *.css and *.js files, cookies _ga, _gid, ~~2 ~~ 3</p>",
  "<p><code>*.css</code> and <code>*.js</code></p>",
])("pastes %s as text", (html) => {
  const { commands, view } = mounted("<p>One</p>");
  commands.clearContent();
  view.pasteHTML(html, new Event("paste") as ClipboardEvent);
  expect(toHtml(view.state.doc)).toBe(html);
});

it.each([
  "<table><thead><tr><th>A</th></tr></thead><tbody><tr><td>1</td></tr></tbody></table>",
  "<table><tbody><tr><th>A</th></tr><tr><td>1</td></tr></tbody></table>",
  "<ul><li>One<ul><li>Deep</li></ul></li><li><p>Two</p></li></ul>",
])("pastes %s as it was cut", (html) => {
  const { commands, state, view } = mounted(`${html}<p>End</p>`);
  const { dom } = view.serializeForClipboard(state.doc.slice(0, state.doc.content.size));
  commands.clearContent();
  view.pasteHTML(dom.innerHTML, new Event("paste") as ClipboardEvent);
  expect(toHtml(view.state.doc)).toBe(`${html}\n<p>End</p>`);
});
