import type { Editor } from "@tiptap/core";
import { afterEach, expect, it } from "vitest";
import { createEditor, replaceText, toHtml } from "./create-editor";
import { addPending } from "./pending-images";

let editor: Editor | undefined;
afterEach(() => editor?.destroy());

function setUp(html: string): Editor {
  editor = createEditor({
    html,
    attributes: () => ({}),
    onEdit: () => {},
    onRunning: () => {},
  });
  editor.mount(document.body.appendChild(document.createElement("div")));
  return editor;
}

const textOf = ({ state }: Editor): string => toHtml(state.doc);

it("replaces a text in one undo step, separate from typing before and after", () => {
  const made = setUp("<p>One</p>");
  made.commands.insertContentAt(4, " two");
  replaceText(made, "<h2>New</h2>\n<p>One two</p>\n<p>End</p>");
  expect(textOf(made)).toBe("<h2>New</h2>\n<p>One two</p>\n<p>End</p>");
  made.commands.insertContentAt(4, "er");
  made.commands.undo();
  expect(textOf(made)).toBe("<h2>New</h2>\n<p>One two</p>\n<p>End</p>");
  made.commands.undo();
  expect(textOf(made)).toBe("<p>One two</p>");
  made.commands.undo();
  expect(textOf(made)).toBe("<p>One</p>");
});

it("keeps the cursor and pending images in blocks that do not change", () => {
  const made = setUp("<p>One</p><p>Two</p><p>Three</p>");
  const pending = addPending(made, "a.png", 4);
  made.commands.setTextSelection(8);
  replaceText(made, "<p>One</p><p>Two</p><h2>Other</h2>");
  expect(made.state.selection.from).toBe(8);
  expect(pending.settle("/a.png", "A")).toBe(true);
  expect(textOf(made)).toBe('<p>One<img src="/a.png" alt="A"></p>\n<p>Two</p>\n<h2>Other</h2>');
});

it.each([
  ["<p>A</p><p>A</p>", "<p>A</p>"],
  ["<p>A</p>", "<p>A</p><p>A</p>"],
  ["<p>A</p><hr><p>B</p>", ""],
  ["<p>A</p>", "<hr>"],
])("makes %s into %s", (before, after) => {
  const made = setUp(before);
  replaceText(made, after);
  expect(textOf(made).replace(/\n/g, "")).toBe(after);
});
