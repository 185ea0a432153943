import { afterEach, describe, expect, it, vi } from "vitest";
import { createCopy, isInTrash } from "./deleted-post";
import { formOf, inputOf } from "./post-form";

const FORM = { ...formOf(null), title: "A", slug: "a", published_local: "" };

const serve = (answer: typeof fetch) => vi.stubGlobal("fetch", answer);
afterEach(() => vi.unstubAllGlobals());

describe("the copy of a deleted post", () => {
  const tried = async (free: string) => {
    const slugs: string[] = [];
    serve(async (_, init) => {
      const { slug, version } = JSON.parse(String(init?.body));
      expect(version).toBeNull();
      slugs.push(slug);
      if (slug === free) return Response.json({ id: "new", slug });
      return Response.json({ error: { code: "slug_taken", message: "" } }, { status: 409 });
    });
    const result = await createCopy(FORM, null);
    return { slugs, isOk: result.ok };
  };

  it("keeps the slug if it is free", async () => {
    expect(await tried("a")).toEqual({ slugs: ["a"], isOk: true });
  });

  it("uses the next free number if it is taken, up to a limit", async () => {
    expect(await tried("a-3")).toEqual({ slugs: ["a", "a-2", "a-3"], isOk: true });
    expect(await tried("none")).toMatchObject({ isOk: false });
  });

  it("is tried once if something else is wrong", async () => {
    let calls = 0;
    serve(async () => {
      calls += 1;
      return new Response("", { status: 500 });
    });
    await createCopy(FORM, null);
    expect(calls).toBe(1);
  });
});

it("the copy that an attempt without an answer has created is saved again", async () => {
  const sent: string[] = [];
  const lost = inputOf(FORM, null);
  serve(async (url, init) => {
    const method = init?.method ?? "GET";
    sent.push(`${method} ${new URL(String(url), "https://site.example").pathname}`);
    if (method === "POST")
      return Response.json({ error: { code: "slug_taken", message: "" } }, { status: 409 });
    const made = { id: "made", slug: "a", title: "A", version: 1 };
    return Response.json(String(url).includes("made") ? made : { posts: [made] });
  });
  const result = await createCopy({ ...FORM, summary: "New" }, lost);
  expect(result).toMatchObject({ ok: true, data: { id: "made" } });
  expect(sent).toEqual([
    "POST /api/admin/posts",
    "GET /api/admin/posts",
    "GET /api/admin/posts/made",
    "PUT /api/admin/posts/made",
  ]);
});

it("a post is in the trash when its state says so", async () => {
  const stateIs = (state: string) =>
    serve(async (url) => {
      expect(String(url)).toContain("/posts/1");
      return Response.json({ state });
    });
  stateIs("trash");
  expect(await isInTrash("1")).toBe(true);
  stateIs("live");
  expect(await isInTrash("1")).toBe(false);
  serve(async () => new Response("", { status: 404 }));
  expect(await isInTrash("1")).toBe(false);
});
