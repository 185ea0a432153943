import { Editor } from "@tiptap/core";
import { afterEach, expect, it } from "vitest";
import { COMMANDS, lineCommands } from "./commands";
import { extensions } from "./extensions";
import { toDocument, toHtml } from "./html";

let editor: Editor | undefined;
afterEach(() => editor?.destroy());

function open(html: string): Editor {
  editor = new Editor({ extensions });
  return load(editor, html);
}
function load(into: Editor, html: string): Editor {
  into.commands.setContent(toDocument(into.schema, html).toJSON());
  return into;
}

const TEXT = "<p>One</p>\n<p>Two</p>";
const BLOCKS: [label: string, html: string][] = [
  ["Header 2", "<h2>One</h2>\n<h2>Two</h2>"],
  ["Ordered list", "<ol><li><p>One</p></li><li><p>Two</p></li></ol>"],
  ["Bullet list", "<ul><li><p>One</p></li><li><p>Two</p></li></ul>"],
  ["Blockquote", "<blockquote><p>One</p><p>Two</p></blockquote>"],
  ["Code block", "<pre><code>One</code></pre>\n<pre><code>Two</code></pre>"],
];

it.each(BLOCKS)("%s turns all of the text into blocks, and back into text", (label, html) => {
  const view = open(TEXT);
  const press = () => COMMANDS.find((command) => command.label === label)?.run?.(view);
  for (const wanted of [html, TEXT, html, TEXT]) {
    view.commands.selectAll();
    press();
    expect(toHtml(view.state.doc)).toBe(wanted);
    expect(view.state.doc.childCount).toBeLessThanOrEqual(3);
  }
});

it("keeps the lines of code when it becomes text", () => {
  const view = open("<pre><code>a\nb</code></pre>");
  view.commands.selectAll();
  COMMANDS.find(({ label }) => label === "Clean")?.run?.(view);
  expect(toHtml(view.state.doc)).toBe("<p>a<br>b</p>");
});

it("leaves out the empty last line, for keys and for a selection by pointer", () => {
  const view = open("<h2>One</h2>\n<h3>Two</h3>");
  view.commands.setTextSelection({ from: 1, to: view.state.doc.content.size - 1 });
  expect(view.commands.toggleCallout()).toBe(true);
  expect(toHtml(view.state.doc)).toBe("<aside><h2>One</h2><h3>Two</h3></aside>");
  view.commands.selectAll();
  view.commands.keyboardShortcut("Mod-Alt-2");
  view.commands.selectAll();
  view.commands.setHeading({ level: 4 });
  expect(toHtml(view.state.doc)).toBe("<aside><h4>One</h4><h4>Two</h4></aside>");
});

it("applies to the line of the cursor", () => {
  const view = open("<h2>One</h2>");
  view.commands.setTextSelection(view.state.doc.content.size - 1);
  view.commands.toggleHeading({ level: 3 });
  view.commands.insertContent("Two");
  expect(toHtml(view.state.doc)).toBe("<h2>One</h2>\n<h3>Two</h3>");
});

it.each([
  ["Line", "<p>One</p>\n<hr>\n<p>Two</p>"],
  ["Page break", "<p>One</p>\n<!-- pagebreak -->\n<p>Two</p>"],
])("%s does not replace the selection", (label, html) => {
  const view = open(TEXT);
  view.commands.setTextSelection({ from: 1, to: 4 });
  lineCommands("")
    .find((command) => command.label === label)
    ?.run?.(view);
  expect(toHtml(view.state.doc)).toBe(html);
});

it("puts a table after a text that is selected completely", () => {
  const view = open(TEXT);
  view.commands.selectAll();
  COMMANDS.find(({ label }) => label === "Table")?.run?.(view);
  expect(toHtml(view.state.doc)).toMatch(/^<p>One<\/p>\n<p>Two<\/p>\n<table>/);
});
