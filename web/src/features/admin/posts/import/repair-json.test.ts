import { expect, it } from "vitest";
import { repairJson } from "./repair-json";

const repaired = (text: string): unknown => JSON.parse(repairJson(text));

it.each([
  '<a href="/seo" class="btn">SEO</a>',
  '<img src="/a.png">',
  '<p>It is "great", he said</p>',
  'They call it "SEO": "search" and "more".',
  'Avoid "click here", then "read more". Say what the page is.',
  'A comment "x" // more /* and */ more',
  '<code>{"@type": "FAQ"}</code> and ["a"]',
  'Ends with a "quote"',
  'A line\nbreak in a "file"',
  String.raw`Escaped \"already\" and \u00e9 beside "not"`,
])("escapes the quotation marks in %s", (content) => {
  const whole = content.replaceAll('\\"', '"').replaceAll("\\u00e9", "é");
  const after = `{"title": "One", "content": "${content}", "tags": ["a "b"", "c"], "published": true}`;
  const post = { title: "One", content: whole, tags: ['a "b"', "c"], published: true };
  expect(repaired(after)).toEqual(post);
  expect(repaired(`[${after} ${after},]`)).toEqual([post, post]);
  expect(repaired(`[{"title": "One" "content": "${content}",}]`)).toEqual([
    { title: "One", content: whole },
  ]);
});

it.each([
  [
    "bare keys and other quotation marks",
    "{title: 'One', “slug”: “one”}",
    { title: "One", slug: "one" },
  ],
  [
    "objects without a list",
    '{"title": "One"}\n{"title": "Two"}',
    [{ title: "One" }, { title: "Two" }],
  ],
  [
    "a list without its end",
    '[{"title": "One"}, {"title": "Two"}',
    [{ title: "One" }, { title: "Two" }],
  ],
])("still repairs %s", (_, text, posts) => {
  expect(repaired(text)).toEqual(posts);
});

it.each([
  ["text that was cut off", '[{"title": "One"}, {"title": "Two", "content": "<p>This is compl'],
  ["a comment", '{"title": "One", // the "first" one\n "content": "Text"}'],
  [
    "a sample of JSON with the name of a field",
    '{"title": "One", "content": "Use {"type": "X", "title": "Y"} here", "published": true}',
  ],
  ["a value without quotation marks", '{"title": "One", "content": <p>Text</p>}'],
])("refuses %s, as something would be lost or made up", (_, text) => {
  expect(() => repairJson(text)).toThrow("Failed to process JSON file");
});
