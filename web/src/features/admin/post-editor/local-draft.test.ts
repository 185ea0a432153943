import { describe, expect, it } from "vitest";
import { asDraft, draftOf, draftsToOffer, type LocalDraft, newKey } from "./local-draft";
import { formOf, inputOf, type PostForm } from "./post-form";

const FORM: PostForm = { ...formOf(null), title: "A", published_local: "" };
const draftWith = (key: string, title: string, at: number): LocalDraft => ({
  key,
  form: { ...FORM, title },
  version: 1,
  at,
});

describe("a stored draft", () => {
  it("is read as it was written", () => {
    expect(asDraft(draftWith("k", "B", 5))).toEqual(draftWith("k", "B", 5));
  });

  it("is ignored if it is not a whole form", () => {
    const { slug: _, ...torn } = FORM;
    for (const value of [
      null,
      undefined,
      "",
      5,
      [],
      { form: {}, key: "k", at: 1 },
      { form: FORM, version: 1, at: 1 },
      { form: torn, key: "k", version: 1, at: 1 },
      { form: { ...FORM, tags: [1] }, key: "k", version: 1, at: 1 },
    ])
      expect(asDraft(value), JSON.stringify(value)).toBeNull();
  });

  it("is parsed from the server's response", () => {
    const post = inputOf({ ...FORM, title: "B" }, null, 3);
    const draft = { key: "k", updated_at: "2026-11-22T12:04:00Z", post };
    expect(draftOf(draft)).toEqual({
      key: "k",
      form: { ...FORM, title: "B" },
      version: 3,
      at: Date.UTC(2026, 10, 22, 12, 4),
    });
  });

  it("has a key in the format of a UUID", () => {
    const keys = Array.from({ length: 50 }, newKey);
    for (const key of keys)
      expect(key).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
    expect(new Set(keys).size).toBe(50);
  });
});

describe("the drafts to offer", () => {
  const titles = (drafts: LocalDraft[]) => drafts.map(({ form }) => form.title);

  it("are those that differ from the stored post, newest first", () => {
    expect(draftsToOffer([draftWith("k", "A", 9)], FORM)).toEqual([]);
    const found = [draftWith("a", "B", 1), draftWith("b", "C", 3), draftWith("c", "A", 4)];
    expect(titles(draftsToOffer([...found, draftWith("d", "D", 2)], FORM))).toEqual([
      "C",
      "D",
      "B",
    ]);
  });

  it("include the first of two with the same key, whatever their times", () => {
    const found = [draftWith("a", "Device", 1), draftWith("a", "Server", 2)];
    expect(titles(draftsToOffer(found, FORM))).toEqual(["Device"]);
  });
});
