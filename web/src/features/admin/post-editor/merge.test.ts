import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { blocksOf, mergedForm, mergeVersions } from "./merge";
import { formOf, type PostForm } from "./post-form";

const FORM: PostForm = { ...formOf(null), title: "A", published_local: "" };
const text = (...blocks: string[]) => blocks.map((block) => `<p>${block}</p>`).join("\n");
const merge = (base: string | null, mine: string, stored: string) =>
  mergeVersions(
    base === null ? null : { ...FORM, content: base },
    { ...FORM, content: mine },
    { ...FORM, content: stored },
  );

describe("the blocks of a text", () => {
  it("are its outermost elements, comments and loose texts", () => {
    expect(
      blocksOf(
        '<p>a <b>b</b></p>\n<ul><li>c</li></ul><!-- pagebreak --><img src="/a>b"> loose <em>x</em>',
      ),
    ).toEqual([
      "<p>a <b>b</b></p>\n",
      "<ul><li>c</li></ul>",
      "<!-- pagebreak -->",
      '<img src="/a>b"> ',
      "loose <em>x</em>",
    ]);
  });

  it("are a single one if the HTML is not well formed", () => {
    for (const html of ["<p>a<p>b</p>", "<p>a</b></p>", "</p>a"])
      expect(blocksOf(html)).toEqual([html]);
  });

  it("join to the given text", () => {
    const pieces = fc.array(
      fc.constantFrom("<p>", "</p>", " ", "\n", "a", "<br>", "<b>", "</b>", "<!-- x -->", "<", ">"),
    );
    fc.assert(
      fc.property(pieces, (list) => {
        expect(blocksOf(list.join("")).join("")).toBe(list.join(""));
      }),
    );
  });
});

describe("two versions with a common ancestor", () => {
  it("are merged without choices where only one side changed a block or a field", () => {
    const base = { ...FORM, content: text("a", "b", "c", "d") };
    const mine = { ...base, title: "Mine", content: text("a", "B", "c", "d", "e") };
    const stored = { ...base, summary: "Theirs", content: text("new", "a", "b", "c") };
    const found = mergeVersions(base, mine, stored);
    // One side removed the last block, the other added text after it.
    expect(found.choices.map(({ label }) => label)).toEqual(["Main Content"]);
    expect(found.taken).toEqual(["Sidebar Summary"]);
    const [choice] = found.choices;
    expect(choice).toMatchObject({ mine: text("d", "e"), stored: "" });
    const id = choice?.id ?? "";
    expect(mergedForm(found, {})).toBeNull();
    expect(mergedForm(found, { [id]: "mine" })).toMatchObject({
      title: "Mine",
      summary: "Theirs",
      content: text("new", "a", "B", "c", "d", "e"),
    });
    expect(mergedForm(found, { [id]: "stored" })?.content.trim()).toBe(text("new", "a", "B", "c"));
  });

  it("are merged if each changed a different one of two adjacent blocks", () => {
    const found = merge(text("a", "b", "c"), text("A", "b", "c"), text("a", "B", "c"));
    expect(mergedForm(found, {})?.content).toBe(text("A", "B", "c"));
  });

  it("ask about a stretch as a whole if a block in it was moved, so that no side loses a block", () => {
    const found = merge(text("a", "b", "c"), text("b", "new", "c"), text("a", "B", "c"));
    expect(found.choices).toMatchObject([
      { mine: `${text("b", "new")}\n`, stored: `${text("a", "B")}\n` },
    ]);
  });

  it("need no choice if both are equal or one side is unchanged", () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom("a", "b", "c")),
        fc.array(fc.constantFrom("a", "b")),
        (one, other) => {
          const [base, changed] = [text(...one), text(...other)];
          const bare = (html = "") => html.replace(/\s/g, "");
          for (const [mine, stored] of [
            [changed, base],
            [base, changed],
            [changed, changed],
          ] as const)
            expect(bare(mergedForm(merge(base, mine, stored), {})?.content)).toBe(bare(changed));
        },
      ),
    );
  });

  it("keep all of a side that is chosen everywhere", () => {
    const content = fc.array(fc.constantFrom("a", "b", "c", "d"), { maxLength: 8 });
    fc.assert(
      fc.property(content, content, (one, other) => {
        const found = merge(null, text(...one), text(...other));
        const all = (side: "mine" | "stored") =>
          mergedForm(found, Object.fromEntries(found.choices.map(({ id }) => [id, side])))?.content;
        const bare = (html = "") => html.replace(/\s/g, "");
        expect(bare(all("mine"))).toBe(bare(text(...one)));
        expect(bare(all("stored"))).toBe(bare(text(...other)));
      }),
    );
  });

  it("need a choice for each block if the ancestor is unknown", () => {
    const found = merge(null, text("a", "b", "c"), text("a", "x", "c", "y"));
    expect(found.choices.map(({ label }) => label)).toEqual(["Main Content, 1", "Main Content, 2"]);
  });
});
