import { describe, expect, it } from "vitest";
import type { PostView } from "../../generated/api";
import { site } from "../../test-support/fixtures";
import { postView } from "../../test-support/posts";
import { editorNodes, head } from "./post.head";

describe("editorNodes", () => {
  it("accepts a single node without its context", () => {
    expect(editorNodes('{"@context":"https://schema.org","@type":"HowTo","name":"x"}')).toEqual([
      { "@type": "HowTo", name: "x" },
    ]);
  });

  it("returns the nodes of a graph and of a list one by one", () => {
    expect(editorNodes('{"@graph":[{"@type":"A"},{"@type":"B"}]}')).toHaveLength(2);
    expect(editorNodes('[{"@type":"A"},{"@type":"B"}]')).toHaveLength(2);
    expect(editorNodes('{"@graph":{"@type":"A"}}')).toEqual([{ "@type": "A" }]);
  });

  it("ignores what is not JSON-LD", () => {
    for (const schema of ["", "  ", "{", '"text"', "null", "[null, 3]", '{"name":"no type"}']) {
      expect(editorNodes(schema), schema).toEqual([]);
    }
  });
});

describe("head", () => {
  const of = (changes: Partial<PostView>) =>
    head({ post: { ...postView, ...changes }, related: [], previous: null, next: null }, site);
  const meta = (changes: Partial<PostView>, name: string) =>
    of(changes).meta.find((one) => one.property === name)?.content;

  it("dates the last change of a scheduled post to its publication", () => {
    const scheduled = {
      updated_at: "2026-12-01T09:00:00Z",
      published_date: "2026-12-10T09:00:00Z",
    };
    expect(meta(scheduled, "article:modified_time")).toBe("2026-12-10T09:00:00Z");
    const changed = { ...scheduled, updated_at: "2026-12-11T09:00:00Z" };
    expect(meta(changed, "article:modified_time")).toBe("2026-12-11T09:00:00Z");
  });

  it("states the size of the image that it shows", () => {
    const widths = (fields: Partial<PostView>) =>
      of(fields).meta.flatMap((m) => (m.property === "og:image:width" ? [m.content] : []));
    const featured_picture = { width: 1800, height: 1200 };
    const thumbnail_picture = { width: 1300, height: 650 };
    const [featured_image, thumbnail_image] = ["/media/images/1.webp", "/media/images/2.webp"];
    const both = { featured_image, featured_picture, thumbnail_image, thumbnail_picture };
    expect(widths({ featured_image: null, thumbnail_image: null })).toEqual(["1200"]);
    expect(widths(both)).toEqual(["1800"]);
    expect(widths({ ...both, featured_image: null })).toEqual(["1300"]);
    expect(widths({ ...both, featured_picture: null })).toEqual([]);
    expect(widths({ ...both, featured_image: "/media/images/1.svg" })).toEqual(["1200"]);
  });

  it("uses the generated card if social networks do not show the image", () => {
    for (const [featured_image, shown] of [
      ["/media/images/1.webp", "/media/images/1.webp"],
      ["/media/images/1.svg", `/cards/social/${postView.slug}.png`],
      ["/media/images/1.avif", `/cards/social/${postView.slug}.png`],
    ] as const)
      expect(of({ featured_image }).og.image).toBe(`https://site.example${shown}`);
  });

  it("uses the generated card in place of an image that is smaller", () => {
    const card = `/cards/social/${postView.slug}.png`;
    const [featured_image, thumbnail_image] = ["/media/images/1.webp", "/media/images/2.webp"];
    for (const [width, height, shown] of [
      [1200, 630, featured_image],
      [1199, 900, card],
      [1800, 629, card],
    ] as const) {
      const fields = { featured_image, featured_picture: { width, height } };
      expect(of(fields).og.image).toBe(`https://site.example${shown}`);
    }
    const thumbnail_picture = { width: 300, height: 200 };
    const image = of({ thumbnail_image, thumbnail_picture }).og.image;
    expect(image).toBe(`https://site.example${card}`);
    expect(meta({ thumbnail_image, thumbnail_picture }, "og:image:width")).toBe("1200");
  });

  it("omits an empty description", () => {
    const { description, meta } = of({ summary: "", meta_description: "" });
    expect(description).toBe("");
    expect(meta.map(({ name }) => name)).not.toContain("twitter:description");
  });
});
