import { describe, expect, it } from "vitest";
import { differences } from "./conflict";
import { draftToOffer, parseDraft } from "./local-draft";
import { formOf, type PostForm } from "./post-form";

const FORM: PostForm = { ...formOf(null), title: "A", published_local: "" };
const draft = (title: string, at: number) => ({ form: { ...FORM, title }, version: 1, at });

describe("work kept in the browser", () => {
  it("comes back as it was", () => {
    expect(parseDraft(JSON.stringify(draft("B", 5)))).toEqual(draft("B", 5));
  });

  it("is nothing when it is not a whole form", () => {
    const { slug: _, ...torn } = FORM;
    for (const text of [
      null,
      "",
      "{",
      "null",
      "[]",
      '{"form":{},"at":1}',
      JSON.stringify({ form: torn, version: 1, at: 1 }),
      JSON.stringify({ form: { ...FORM, tags: [1] }, version: 1, at: 1 }),
    ])
      expect(parseDraft(text), String(text)).toBeNull();
  });

  it("is offered when it differs from the stored post, the newest of it", () => {
    expect(draftToOffer([draft("A", 9), null], FORM)).toBeNull();
    expect(draftToOffer([draft("B", 1), draft("C", 2), draft("A", 3)], FORM)?.form.title).toBe("C");
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
