import { getSchema } from "@tiptap/core";
import { expect, it } from "vitest";
import { extensions } from "./extensions";
import { toDocument } from "./html";
import { linksOf, ownAddresses } from "./links";
import { headingAt, headingsOf } from "./outline";

const schema = getSchema(extensions);
const SITE = "https://site.test";

it("lists headings with their positions, also in quotes and lists", () => {
  const doc = toDocument(
    schema,
    "<h2>One</h2><p>a</p><blockquote><p>b</p><h3>T<em>wo</em></h3></blockquote><h4> </h4>",
  );
  const headings = headingsOf(doc);
  expect(headings.map(({ level, text }) => [level, text])).toEqual([
    [2, "One"],
    [3, "Two"],
    [4, ""],
  ]);
  for (const { position } of headings)
    expect(doc.nodeAt(position)?.type.name, String(position)).toBe("heading");
  expect(headingAt(headings, 0)).toBe(0);
  expect(headingAt(headings, headings[1]?.position ?? 0)).toBe(1);
  expect(headingAt([{ level: 2, text: "", position: 3 }], 1)).toBe(-1);
});

it("finds links to this site, with their positions", () => {
  const doc = toDocument(
    schema,
    `<p>a <a href="/a">b<strong>c</strong></a> <a href="//cdn.test/">d</a></p><ul><li><a href="${SITE}/b">e</a> <a href="${SITE}ing/">f</a> <a href="#g">g</a></li></ul>`,
  );
  expect(ownAddresses(doc, SITE)).toEqual(["/a", `${SITE}/b`]);
  const texts: string[] = [];
  doc.forEach((block, offset) => {
    for (const { from, to } of linksOf(block))
      texts.push(doc.textBetween(offset + from, offset + to));
  });
  expect(texts).toEqual(["b", "c", "d", "e", "f", "g"]);
});

it("finds the link of a figure, but not of a video", () => {
  const figure = '<figure><a href="/a"><img src="/a.webp"></a><figcaption>C</figcaption></figure>';
  const video = '<figure class="video"><a href="/v">Video</a></figure>';
  const doc = toDocument(schema, `<p>x</p>${figure}${video}<blockquote>${figure}</blockquote>`);
  expect(ownAddresses(doc, SITE)).toEqual(["/a"]);
  const kinds: unknown[] = [];
  doc.forEach((block, offset) => {
    for (const { from, to, isBlock } of linksOf(block))
      kinds.push([doc.nodeAt(offset + from)?.type.name, to - from, isBlock]);
  });
  expect(kinds).toEqual([
    ["figure", 1, true],
    ["figure", 1, true],
  ]);
});
