import { afterEach, expect, it, vi } from "vitest";
import { adminPost } from "../../../test-support/posts";
import { createPost } from "./create-post";
import { formOf, inputOf } from "./post-form";

const BODY = inputOf({ ...formOf(null), title: "A", slug: "a" }, null);

afterEach(() => vi.unstubAllGlobals());

/** Answers as a server on which the slug "a" is taken, by a post with this title and version. Returns the calls. */
function serve(title: string, version = 1) {
  const stored = { ...adminPost, id: "0191", slug: "a", title, version };
  const calls: string[] = [];
  vi.stubGlobal("fetch", async (url: string, init?: RequestInit) => {
    const method = init?.method ?? "GET";
    calls.push(`${method} ${url.split("?")[0]}`);
    if (method === "POST")
      return Response.json({ error: { code: "slug_taken", message: "Taken" } }, { status: 409 });
    if (method === "PUT") return Response.json({ ...JSON.parse(String(init?.body)), id: "0191" });
    return Response.json(url.includes("0191") ? stored : { posts: [stored] });
  });
  return calls;
}

it("saves the post that an earlier attempt has created, with what was typed since", async () => {
  const calls = serve("A");
  // The server trims the title.
  const lost = { ...BODY, title: " A " };
  const result = await createPost({ ...lost, summary: "Since" }, lost);
  expect(result).toMatchObject({ ok: true, data: { id: "0191", summary: "Since", version: 1 } });
  expect(calls.at(-1)).toBe("PUT /api/admin/posts/0191");
});

it.each([
  ["no answer was lost", "A", 1, null],
  ["the lost post had another address", "A", 1, { ...BODY, slug: "b" }],
  ["the post has another title", "B", 1, BODY],
  ["the post was changed since", "A", 2, BODY],
])("does not change the post with the slug when %s", async (_, title, version, lost) => {
  const calls = serve(title, version);
  const result = await createPost(BODY, lost);
  expect(result).toMatchObject({ ok: false, error: { code: "slug_taken" } });
  expect(calls.filter((call) => call.startsWith("PUT"))).toEqual([]);
});
