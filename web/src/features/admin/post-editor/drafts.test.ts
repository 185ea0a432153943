import { beforeEach, describe, expect, it, vi } from "vitest";
import { differences } from "./conflict";
import { changesText } from "./history";
import { type KeptWork, newKey, parseWork, workOf, worksToOffer } from "./kept-work";
import { formOf, inputOf, type PostForm } from "./post-form";
import { workShelf } from "./work-shelf";

const FORM: PostForm = { ...formOf(null), title: "A", published_local: "" };
const work = (key: string, title: string, at: number): KeptWork => ({
  key,
  form: { ...FORM, title },
  version: 1,
  at,
});

describe("work that was kept", () => {
  it("comes back as it was", () => {
    expect(parseWork(JSON.stringify(work("k", "B", 5)))).toEqual(work("k", "B", 5));
  });

  it("is nothing when it is not a whole form", () => {
    const { slug: _, ...torn } = FORM;
    for (const text of [
      null,
      "",
      "{",
      "null",
      "[]",
      '{"form":{},"key":"k","at":1}',
      JSON.stringify({ form: FORM, version: 1, at: 1 }),
      JSON.stringify({ form: torn, key: "k", version: 1, at: 1 }),
      JSON.stringify({ form: { ...FORM, tags: [1] }, key: "k", version: 1, at: 1 }),
    ])
      expect(parseWork(text), String(text)).toBeNull();
  });

  it("is read from the server's answer", () => {
    const post = inputOf({ ...FORM, title: "B" }, null, 3);
    const draft = { key: "k", updated_at: "2026-11-22T12:04:00Z", post };
    expect(workOf(draft)).toEqual({
      key: "k",
      form: { ...FORM, title: "B" },
      version: 3,
      at: Date.UTC(2026, 10, 22, 12, 4),
    });
  });

  it("has keys that servers take for UUIDs", () => {
    const keys = Array.from({ length: 50 }, newKey);
    for (const key of keys)
      expect(key).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
    expect(new Set(keys).size).toBe(50);
  });
});

describe("what is offered back", () => {
  const titles = (works: KeptWork[]) => works.map(({ form }) => form.title);

  it("is what differs from the stored post, the newest first", () => {
    expect(worksToOffer([work("k", "A", 9)], [], FORM)).toEqual([]);
    const local = [work("a", "B", 1), work("b", "C", 3), work("c", "A", 4)];
    expect(titles(worksToOffer(local, [work("d", "D", 2)], FORM))).toEqual(["C", "D", "B"]);
  });

  it("is this browser's copy where the server has one of the same tab, whatever the clocks say", () => {
    expect(titles(worksToOffer([work("a", "New", 1)], [work("a", "Old", 2)], FORM))).toEqual([
      "New",
    ]);
  });
});

describe("the shelf of a browser", () => {
  const NOW = Date.UTC(2026, 10, 22);
  beforeEach(() => {
    localStorage.clear();
    vi.useFakeTimers({ now: NOW });
    return () => vi.useRealTimers();
  });

  it("keeps tabs, posts and editors apart", () => {
    const shelf = workShelf("a@example.org", "new");
    shelf.put(work("one", "B", NOW));
    shelf.put(work("two", "C", NOW));
    shelf.put(work("two", "D", NOW));
    workShelf("a@example.org", "0191").put(work("three", "E", NOW));
    workShelf("b@example.org", "new").put(work("four", "F", NOW));
    expect(
      shelf
        .all()
        .map(({ form }) => form.title)
        .sort(),
    ).toEqual(["B", "D"]);
    shelf.remove("one");
    expect(shelf.all().map(({ key }) => key)).toEqual(["two"]);
  });

  it("forgets what is older than a month, and what cannot be read", () => {
    const shelf = workShelf("a@example.org", "new");
    const month = 30 * 24 * 60 * 60 * 1000;
    shelf.put(work("young", "B", NOW - month));
    shelf.put(work("old", "C", NOW - month - 1));
    localStorage.setItem("post-draft:a@example.org:new:torn", "{");
    expect(shelf.all().map(({ key }) => key)).toEqual(["young"]);
    expect(localStorage.length).toBe(1);
  });

  it("has nothing older of a tab than what found no room", () => {
    const shelf = workShelf("a@example.org", "new");
    shelf.put(work("one", "Old", NOW));
    const storage = localStorage;
    vi.stubGlobal("localStorage", {
      removeItem: (name: string) => storage.removeItem(name),
      setItem: () => {
        throw new DOMException("full", "QuotaExceededError");
      },
    });
    expect(shelf.put(work("one", "New", NOW))).toBe(false);
    vi.unstubAllGlobals();
    expect(shelf.all()).toEqual([]);
  });
});

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
