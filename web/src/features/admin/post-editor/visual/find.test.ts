import { Editor, getSchema } from "@tiptap/core";
import { expect, it, vi } from "vitest";
import { patternOf } from "../find/finder";
import { extensions } from "./extensions";
import { Find, findInDocument } from "./find";
import { toDocument, toHtml } from "./html";

const schema = getSchema(extensions);

function found(query: string, html: string): string[] {
  const doc = toDocument(schema, html);
  const pattern = patternOf(query, false) ?? /$^/g;
  return findInDocument(doc, pattern).map(({ from, to }) => doc.textBetween(from, to, "|", "*"));
}

it("finds words across marks, in lists, tables and code, but not across blocks", () => {
  expect(found("log file", "<p>A lo<strong>g f</strong><em>ile</em>, log</p><p>file</p>")).toEqual([
    "log file",
  ]);
  expect(
    found(
      "a",
      "<ul><li>a</li></ul><table><tbody><tr><td>a</td></tr></tbody></table><pre><code>a</code></pre>",
    ),
  ).toHaveLength(3);
});

it("returns correct positions after an image or a line break", () => {
  expect(found("after", '<p>x<img src="/a.webp" alt="after">y<br>after</p>')).toEqual(["after"]);
  expect(found("xy", '<p>x<img src="/a.webp" alt="">y</p>')).toEqual([]);
});

const CAPTION = '<figure><img src="/a.webp" alt="cat"><figcaption>A cat</figcaption></figure>';
const LIST = "<dl><dt>The <em>Cat</em></dt><dd>A &lt;cat&gt; and a cat</dd></dl>";
const VIDEO = '<figure class="video"><a href="https://youtu.be/dQw4w9WgXcQ">My cat</a></figure>';

it.each([
  ["a caption, but not alt text", CAPTION, CAPTION.replace("A cat", "A $1 dog")],
  ["the title of a video", VIDEO, VIDEO.replace("cat", "$1 dog")],
  [
    "a block of HTML",
    LIST,
    "<dl><dt>The <em>$1 dog</em></dt><dd>A &lt;$1 dog&gt; and a $1 dog</dd></dl>",
  ],
])("finds and replaces words in %s", async (_, block, replaced) => {
  const content = toDocument(schema, `<p>One cat</p>${block}<p>Two cats</p>`);
  const editor = new Editor({ extensions: [...extensions, Find], content: content.toJSON() });
  const finder = await vi.waitUntil(() => editor.storage.find.finder);
  finder.search("cat", false);
  expect(finder.found()).toEqual({ count: 3, at: 0 });
  finder.step(1);
  const marked = editor.view.dom.querySelectorAll(".find-current");
  expect(marked).toHaveLength(1);
  expect(marked[0]?.matches("figure, .raw-html-block")).toBe(true);

  finder.replace("$1 dog");
  expect(toHtml(editor.state.doc)).toBe(`<p>One cat</p>\n${replaced}\n<p>Two cats</p>`);
  expect(finder.found()).toEqual({ count: 2, at: 1 });
  editor.commands.undo();
  finder.search("cat", false);
  expect(finder.replaceAll("$1 dog")).toBe(3);
  expect(toHtml(editor.state.doc)).toBe(`<p>One $1 dog</p>\n${replaced}\n<p>Two $1 dogs</p>`);
  editor.commands.undo();

  finder.search("cat", false);
  finder.step(1);
  finder.close();
  expect(editor.state.selection.toJSON()).toMatchObject({ type: "node" });
  editor.destroy();
});

it("takes over selected words of one line, but not the whole text", async () => {
  const editor = new Editor({ extensions: [...extensions, Find], content: "<p>One two</p>" });
  const finder = await vi.waitUntil(() => editor.storage.find.finder);
  editor.commands.setTextSelection({ from: 1, to: 4 });
  expect(finder.selected()).toBe("One");
  editor.commands.selectAll();
  expect(finder.selected()).toBe("");
  editor.destroy();
});
