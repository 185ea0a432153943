import { describe, expect, it } from "vitest";
import { type Difference, differences, linesOf } from "./conflict";
import { changesText } from "./history";
import { formOf, type PostForm } from "./post-form";
import { savedBy, saverOf } from "./saver";

const FORM: PostForm = { ...formOf(null), title: "A", published_local: "" };

const contentOf = (mine: string, stored: string): Difference | undefined =>
  differences({ ...FORM, content: mine }, { ...FORM, content: stored })[0];

/** Returns the lines of a difference: "-" before text of the stored version only, "+" before text of the form only. */
const told = (difference: Difference | undefined) =>
  difference?.lines.map((line) =>
    line.map(({ text, side }) => ({ both: "", stored: "-", mine: "+" })[side] + text).join(" "),
  );

it("names who saved the stored version only if that save was the last change", () => {
  const revision = {
    id: "r",
    version: 4,
    title: "A",
    editor: "ada@example.com",
    created_at: "2026-11-27T09:00:00Z",
    changes: [],
  };
  expect(savedBy(revision, 5)).toEqual({ email: "ada@example.com", at: "2026-11-27T09:00:00Z" });
  expect(savedBy(revision, 6), "the author was renamed since").toBeUndefined();
  expect(savedBy(undefined, 2)).toBeUndefined();
});

it("shows a publish date in words", () => {
  const dated = (published_local: string) => ({ ...FORM, published_local });
  const [moved] = differences(dated("2026-11-27T04:43"), dated("2026-12-01T09:00"));
  expect(told(moved)).toEqual(["-1 Dec +27 Nov 2026, -09:00 +04:43"]);
  const [taken] = differences(dated(""), dated("2026-12-01T09:00"));
  expect(told(taken)).toEqual(["-1 Dec 2026, 09:00"]);
});

describe("the description of a save", () => {
  it("names the fields as the form does, and counts words of texts", () => {
    const plain = { words_before: null, words_after: null };
    expect(
      changesText([
        { field: "title", words_before: 3, words_after: 1 },
        { field: "content", words_before: 1200, words_after: 1200 },
        { field: "published_date", ...plain },
        { field: "published", ...plain },
      ]),
    ).toBe("Heading (3 to 1 word), Main Content (1,200 words), Publish Date, Publish post");
  });
});

describe("two versions of a post", () => {
  it("have no differences if they are equal", () => {
    expect(differences(FORM, { ...FORM, tags: [] })).toEqual([]);
    expect(contentOf("<p>a</p>\n<p>b</p>", "<p>a</p><p>b</p>")).toBeUndefined();
    const table = "<table><thead><tr><th>a</th></tr></thead></table><!-- pagebreak --><p>b</p>";
    expect(contentOf(table, table.replaceAll("><", ">\n  <"))).toBeUndefined();
  });

  it("are compared word by word, in the order of the form", () => {
    const mine = { ...FORM, content: "<p>one two</p><p>three</p>", published: true };
    const stored = { ...FORM, title: "B", content: "<p>one 2</p><p>three</p>" };
    const found = differences(mine, stored);
    expect(found.map(({ label }) => label)).toEqual(["Heading", "Main Content", "Publish post"]);
    expect(told(found[1])).toEqual(["one -2 +two", "three"]);
    expect(told(found[2])).toEqual(["-Off +On"]);
  });

  it("can be read one at a time", () => {
    const found = contentOf("<p>one two</p><p>new</p>", "<p>one 2</p>");
    const text = (shown: "mine" | "stored") =>
      linesOf(found?.lines ?? [], shown).map((line) => line.map((piece) => piece.text).join(" "));
    expect(text("mine")).toEqual(["one two", "new"]);
    expect(text("stored")).toEqual(["one 2"]);
  });

  it("describe links, images and headings in words, and only if they differ", () => {
    expect(told(contentOf('<p><a href="/a">x</a> y</p>', '<p><a href="/b">x</a> z</p>'))).toEqual([
      "x -[link to /b] z +[link to /a] y",
    ]);
    expect(
      told(contentOf('<p>a <a href="/same">b</a> c</p>', '<p>a <a href="/same">b</a> d</p>')),
    ).toEqual(["a b -d +c"]);
    expect(told(contentOf('<img src="/a.webp" alt="Log">', '<img src="/a.webp" alt="">'))).toEqual([
      "-[image /a.webp] +[image /a.webp: Log]",
    ]);
    expect(told(contentOf("<h2>Part</h2>", "<h3>Part</h3>"))).toEqual([
      "-Heading 3: +Heading 2: Part",
    ]);
    expect(told(contentOf("<p><strong>a</strong></p>", "<p>a</p>"))).toEqual(["a +[bold]"]);
    expect(told(contentOf("<p>a &lt; b &amp; c</p>", "<p>a</p>"))).toEqual(["a +< b & c"]);
  });

  it("say so if only the layout differs", () => {
    for (const [mine, stored] of [
      ['<p class="lead">a</p>', "<p>a</p>"],
      ["<pre>a\nb</pre>", "<pre>a b</pre>"],
      ["<p>see<a>it</a></p>", "<p>see <a>it</a></p>"],
    ] as const)
      expect(told(contentOf(mine, stored))).toEqual([
        "The words are the same. Only the formatting differs.",
      ]);
  });

  it("show a different order", () => {
    const found = differences({ ...FORM, tags: ["a", "b"] }, { ...FORM, tags: ["b", "a"] });
    expect(found).toHaveLength(1);
  });
});

describe("the person who saved a version", () => {
  it("is described by address and time, or as oneself in another tab", () => {
    const at = new Date(new Date().setHours(14, 35)).toISOString();
    const me = "me@example.com";
    expect(saverOf({ email: "ada@example.com", at }, me).text).toBe("ada@example.com, 14:35");
    expect(saverOf({ email: "Me@example.com", at }, me)).toEqual({
      isMe: true,
      text: "You, in another tab, 14:35",
    });
    expect(saverOf({ email: null, at: "2020-02-03T10:00:00" }, me).text).toBe(
      "Somebody else, 3 Feb 2020, 10:00",
    );
  });
});
