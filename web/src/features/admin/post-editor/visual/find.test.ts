import { getSchema } from "@tiptap/core";
import { expect, it } from "vitest";
import { patternOf } from "../find/finder";
import { extensions } from "./extensions";
import { findInDocument } from "./find";
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
