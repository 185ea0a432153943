import { describe, expect, it } from "vitest";
import { ImportFileError, readImport } from "./import-file";
import { rejectionOf, sizeText } from "./rejection";
import { repairJson } from "./repair-json";

const repair = async (text: string) => repairJson(text);
const read = (value: unknown) => readImport(JSON.stringify(value), repair);

describe("readImport", () => {
  it("accepts one post or a list of posts", async () => {
    expect((await read({ title: "One" })).posts).toHaveLength(1);
    const { posts, isRepaired } = await read([{ title: "One" }, { title: "Two" }]);
    expect(posts.map(({ index, title }) => [index, title])).toEqual([
      [0, "One"],
      [1, "Two"],
    ]);
    expect(isRepaired).toBe(false);
  });

  it("sends the content of the file unchanged", async () => {
    const value = { title: "One", excerpt: "An alias", seo: { pageTitle: "T" } };
    expect((await read(value)).posts[0]?.value).toEqual(value);
  });

  it("shows the server's defaults", async () => {
    const [bare] = (await read({})).posts;
    expect(bare).toMatchObject({ title: "Untitled Post", slug: "post-…", state: "live" });
    const [named] = (await read({ title: "Crawl budget, again!" })).posts;
    expect(named?.slug).toBe("crawl-budget-again-…");
    expect((await read({ title: "a", slug: "kept", published: false })).posts[0]).toMatchObject({
      slug: "kept",
      state: "draft",
      problems: [],
    });
  });

  it("leaves space for the time in a created slug", async () => {
    const [post] = (await read({ title: "word ".repeat(100) })).posts;
    expect(post?.slug.length).toBeLessThanOrEqual(200 - 14 + 2);
    expect(post?.slug).toMatch(/-word-…$/);
  });

  it("reports what the server will refuse", async () => {
    const { posts } = await read([
      { title: 7, published: "yes" },
      { title: "a", slug: "Not A Slug" },
      { title: "b", slug: "same" },
      { title: "c", slug: "same" },
      { title: "d" },
      { title: "d" },
    ]);
    expect(posts.map(({ problems }) => problems)).toEqual([
      ['"title" must be text', '"published" must be true or false'],
      ["Slug must be lowercase and can only contain letters, numbers and hyphens."],
      [],
      ["Same slug as post 3"],
      [],
      [],
    ]);
  });

  it("warns of a post without a title or a text, and names the fields that may have been meant", async () => {
    const { posts } = await read([
      { name: "An alias", body: "The text", tags: "a", hero_image: "/a.png" },
      { title: " ", content: "<p>Words</p>" },
      { title: "A", content: " ", metaTitle: "A" },
      { title: "A", content: "<p>Words</p>", id: 7 },
      { title: "A", content: 5 },
    ]);
    const untitled = "No title: it will be called Untitled Post, with the time";
    expect(posts.map(({ warnings }) => warnings)).toEqual([
      [untitled, "No text", "Fields found: name, body, tags, hero_image"],
      [untitled, "Fields found: title, content"],
      ["No text", "Fields found: title, content, metaTitle"],
      [],
      [],
    ]);
    expect(posts[4]?.problems).toEqual(['"content" must be text']);
  });

  it("does not blame the file when its repair could not be loaded", async () => {
    const missing = () => Promise.reject(new ImportFileError("not loaded"));
    await expect(readImport("{broken", missing)).rejects.toThrow("not loaded");
  });

  it("leaves out what is not a post, and says which", async () => {
    const { posts, skipped } = await read([1, { title: "a" }, null, ["b"]]);
    expect(posts).toHaveLength(1);
    expect(skipped).toEqual([1, 3, 4]);
  });

  it.each([
    ["a trailing comma", '[{"title": "One",}, {"title": "Two"},]'],
    ["no comma between objects", '[{"title": "One"} {"title": "Two"}]'],
    ["stray quotes", '[{"title": "One", "summary": "a "stray" quote"}, {"title": "Two"}]'],
  ])("repairs %s and says so", async (_, text) => {
    const { posts, isRepaired } = await readImport(text, repair);
    expect(isRepaired).toBe(true);
    expect(posts.map(({ title }) => title)).toEqual(["One", "Two"]);
  });

  it("rejects a file without posts", async () => {
    for (const text of ["[]", "[1, 2]", "null", '"text"']) {
      await expect(readImport(text, repair)).rejects.toThrow("No valid posts found");
    }
    for (const text of ["", "Dear editor, here are the posts", "\u0000"]) {
      await expect(readImport(text, repair)).rejects.toThrow("Failed to process JSON file");
    }
  });
});

describe("the drop zone", () => {
  const file = (name: string, size = 10) => ({ name, size });

  it("says in plain words why it refuses a file", () => {
    expect(rejectionOf([])).toBe("This file cannot be imported.");
    expect(rejectionOf([file("a.txt")])).toBe("Please upload a JSON file");
    expect(rejectionOf([file("a.json", 50 * 1024 * 1024 + 1)])).toContain("larger than 50 MB");
    expect(rejectionOf([file("a.json", 50 * 1024 * 1024)])).toBeNull();
    expect(rejectionOf([file("a.json", 0)])).toBe("The file is empty.");
  });

  it("says that there are too many before it looks at each, and sizes before names", () => {
    expect(rejectionOf([file("a.txt"), file("b.json")])).toBe("One file at a time, please.");
    expect(rejectionOf([file("a.txt", 0)])).toBe("The file is empty.");
  });

  it("goes by the file extension", () => {
    const names = ["a.json", "A.JSON", "a.json.txt", "json"];
    expect(names.map((name) => rejectionOf([file(name)]) === null)).toEqual([
      true,
      true,
      false,
      false,
    ]);
    expect([812, 4100, 1_400_000].map(sizeText)).toEqual(["812 B", "4 kB", "1.3 MB"]);
  });
});
