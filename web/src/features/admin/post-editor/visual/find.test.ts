import { Editor, getSchema } from "@tiptap/core";
import { expect, it, vi } from "vitest";
import { patternOf } from "../find/finder";
import { extensions } from "./extensions";
import { Find, findInDocument } from "./find";
import { toDocument } from "./html";

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

it("takes over selected words of one line, but not the whole text", async () => {
  const editor = new Editor({ extensions: [...extensions, Find], content: "<p>One two</p>" });
  const finder = await vi.waitUntil(() => editor.storage.find.finder);
  editor.commands.setTextSelection({ from: 1, to: 4 });
  expect(finder.selected()).toBe("One");
  editor.commands.selectAll();
  expect(finder.selected()).toBe("");
  editor.destroy();
});
