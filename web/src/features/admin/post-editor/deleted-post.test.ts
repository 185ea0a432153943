import { describe, expect, it } from "vitest";
import { createCopy, isInTrash } from "./deleted-post";
import { formOf } from "./post-form";

const FORM = { ...formOf(null), title: "A", slug: "a", published_local: "" };

describe("the copy of a deleted post", () => {
  const tried = async (free: string) => {
    const slugs: string[] = [];
    const result = await createCopy(FORM, async (_, init) => {
      const { slug, version } = JSON.parse(String(init?.body));
      expect(version).toBeNull();
      slugs.push(slug);
      if (slug === free) return Response.json({ id: "new", slug });
      return Response.json({ error: { code: "slug_taken", message: "" } }, { status: 409 });
    });
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
    await createCopy(FORM, async () => {
      calls += 1;
      return new Response("", { status: 500 });
    });
    expect(calls).toBe(1);
  });
});

it("a post is in the trash when the trash lists it", async () => {
  const list = (id: string) => async (url: unknown) => {
    expect(String(url)).toContain("status=trash");
    return Response.json({ posts: [{ id }] });
  };
  expect(await isInTrash("1", "A", list("1"))).toBe(true);
  expect(await isInTrash("1", "A", list("2"))).toBe(false);
  expect(await isInTrash("1", "A", async () => new Response("", { status: 500 }))).toBe(false);
});
