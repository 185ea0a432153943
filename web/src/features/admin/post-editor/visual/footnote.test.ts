import { Editor } from "@tiptap/core";
import { afterEach, expect, it } from "vitest";
import { extensions } from "./extensions";
import { toDocument, toHtml } from "./html";
import { setLink } from "./link";

let editor: Editor;
afterEach(() => editor.destroy());

/** Returns an editor with the cursor at `at`. */
function edit(html: string, at: number) {
  editor = new Editor({ extensions });
  editor.commands.setContent(toDocument(editor.schema, html).toJSON());
  editor.commands.setTextSelection(at);
}
const press = (key: string, more: KeyboardEventInit = {}) =>
  editor.view.someProp("handleKeyDown", (handle) =>
    handle(editor.view, new KeyboardEvent("keydown", { key, ...more })),
  );
const type = (words: string) => editor.view.dispatch(editor.state.tr.insertText(words));
const text = () => toHtml(editor.state.doc);

it("ends at Enter, and the next Enter starts a paragraph of plain text", () => {
  edit("<p>One</p>", 4);
  editor.commands.toggleFootnote();
  type("Note.");
  press("Enter");
  type(" more");
  expect(text()).toBe('<p>One<sup class="note">Note.</sup> more</p>');
  edit('<p>One<sup class="note">Note.</sup></p>', 9);
  press("Enter");
  press("Enter");
  type("Two");
  expect(text()).toBe('<p>One<sup class="note">Note.</sup></p>\n<p>Two</p>');
});

it("ends at Enter or Escape within it and before its first letter", () => {
  edit('<p>One<sup class="note"><strong>No</strong>te.</sup> end</p>', 5);
  press("Escape");
  type("!");
  expect(text()).toBe('<p>One<sup class="note"><strong>No</strong>te.</sup>! end</p>');
  edit("<p>One</p>", 4);
  editor.commands.toggleFootnote();
  press("Enter");
  type("!");
  expect(text()).toBe("<p>One!</p>");
});

it("is not split by a line break", () => {
  for (const more of [{ shiftKey: true }, { ctrlKey: true }]) {
    edit('<p>One<sup class="note">See it</sup></p>', 8);
    press("Enter", more);
    type("!");
    expect(text()).toBe('<p>One<sup class="note">See it</sup>!</p>');
  }
});

it("contains a link that is inserted at the cursor, and what is typed after it", () => {
  edit('<p>One<sup class="note">See it</sup></p>', 8);
  setLink(editor, "/x", "X");
  type(",");
  expect(text()).toBe('<p>One<sup class="note">See <a href="/x">X</a>,it</sup></p>');
  edit("<p>One</p>", 4);
  editor.commands.toggleFootnote();
  setLink(editor, "/x", "X");
  type(".");
  expect(text()).toBe('<p>One<sup class="note"><a href="/x">X</a>.</sup></p>');
});

it("does not continue in a paragraph that replaces the selection in it", () => {
  edit('<p>One<sup class="note">Note.</sup></p>', 4);
  editor.commands.setTextSelection({ from: 6, to: 9 });
  press("Enter");
  type("Two");
  expect(text()).toBe('<p>One<sup class="note">No</sup></p>\n<p>Two</p>');
});

it("does not affect Enter in other text", () => {
  edit("<p>One</p>", 4);
  press("Enter");
  type("Two");
  expect(text()).toBe("<p>One</p>\n<p>Two</p>");
});
