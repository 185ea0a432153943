import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { checkImport } from "./check";
import { readImport } from "./import-file";

const fetched = vi.fn<typeof fetch>();
beforeEach(() => vi.stubGlobal("fetch", fetched));
afterEach(() => {
  vi.unstubAllGlobals();
  fetched.mockReset();
});
const read = (posts: unknown[]) => readImport(JSON.stringify(posts), async (text) => text);
const answer = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status });

it("adds what the server would refuse and omit", async () => {
  fetched.mockImplementation(async () =>
    answer({
      ready: [
        {
          index: 0,
          title: "a",
          is_scheduled: true,
          warnings: ["Unknown section tags left out: News"],
        },
      ],
      failed: [
        { index: 1, title: "b", message: "This URL slug is already in use" },
        { index: 2, title: "c", message: "This URL slug is already in use" },
      ],
    }),
  );
  const file = await read([{ title: "a" }, { title: "b", slug: "x" }, { title: "c", slug: "x" }]);
  const { posts, isChecked } = await checkImport(file);
  expect(isChecked).toBe(true);
  expect(posts.map(({ state }) => state)).toEqual(["scheduled", "live", "live"]);
  expect(posts.map(({ problems }) => problems)).toEqual([
    [],
    ["This URL slug is already in use"],
    ["Same slug as post 2"],
  ]);
  expect(posts[0]?.warnings).toEqual([
    "No text",
    "Fields found: title",
    "Unknown section tags left out: News",
  ]);
});

it("checks a long file in parts", async () => {
  fetched.mockImplementation(async () =>
    answer({ ready: [], failed: [{ index: 0, title: "", message: "No" }] }),
  );
  const file = await read(Array.from({ length: 101 }, (_, index) => ({ title: `T${index}` })));
  const { posts } = await checkImport(file);
  expect(fetched).toHaveBeenCalledTimes(2);
  expect(posts.filter(({ problems }) => problems.length > 0).map(({ index }) => index)).toEqual([
    0, 100,
  ]);
});

it("uses the browser's own findings if the server cannot be reached", async () => {
  fetched.mockRejectedValue(new TypeError("offline"));
  const file = await read([{ title: "a", slug: "Not A Slug" }]);
  const checked = await checkImport(file);
  expect(checked.isChecked).toBe(false);
  expect(checked.posts[0]?.problems).toHaveLength(1);
});
