import { describe, expect, it } from "vitest";
import { differences } from "./conflict";
import { changesText } from "./history";
import { formOf, type PostForm } from "./post-form";

const FORM: PostForm = { ...formOf(null), title: "A", published_local: "" };

describe("the words for a save", () => {
  it("name the fields as the form does, and count words of texts", () => {
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
  it("differ in nothing when they say the same", () => {
    expect(differences(FORM, { ...FORM, tags: [] })).toEqual([]);
  });

  it("are compared block by block, in the order of the form", () => {
    const mine = { ...FORM, content: "<p>a</p><p>b</p>", published: true };
    const stored = { ...FORM, title: "B", content: "<p>a</p>\n<p>c</p>" };
    const found = differences(mine, stored);
    expect(found.map(({ label }) => label)).toEqual(["Heading", "Main Content", "Publish post"]);
    expect(found[1]?.mine).toEqual([
      { text: "<p>a</p>", isOnlyHere: false },
      { text: "<p>b</p>", isOnlyHere: true },
    ]);
    expect(found[2]?.stored).toEqual([{ text: "Off", isOnlyHere: true }]);
  });

  it("show an order that is another one", () => {
    const found = differences({ ...FORM, tags: ["a", "b"] }, { ...FORM, tags: ["b", "a"] });
    expect(found).toHaveLength(1);
  });
});
