import { describe, expect, it } from "vitest";
import { site } from "../test-support/fixtures";
import { absoluteUrl } from "./absolute-url";
import { blogPosting, founderId, founderPerson, type JsonLdNode } from "./json-ld";
import { type PageHeadInput, pageHead } from "./page-head";

const input = {
  path: "/about",
  title: "About the people behind the site",
  description: "Who we are",
  crumbs: [{ name: "About", path: "/about" }],
};
const nodes = (list: unknown[]) => list as JsonLdNode[];
const node = (list: unknown[], type: string) =>
  nodes(list).find((candidate) => [candidate["@type"]].flat().includes(type));

describe("pageHead", () => {
  it("makes all addresses absolute, and the page's own canonical", () => {
    const head = pageHead(site, { ...input, path: "/blog?page=2" });
    expect(head.canonical).toBe("https://site.example/blog?page=2");
    expect(head.og.url).toBe(head.canonical);
    expect(head.og.image).toBe("https://site.example/cards/page/blog.png");
    expect(absoluteUrl(site, "https://cdn.example/a.png")).toBe("https://cdn.example/a.png");
  });

  it("uses the card of each page, and a default for others", () => {
    const imageOf = (path: string) => pageHead(site, { ...input, path }).og.image;
    expect(["/", "/about", "/auth"].map(imageOf)).toEqual([
      "https://site.example/cards/page/home.png",
      "https://site.example/cards/page/about.png",
      "https://site.example/images/og-default.png",
    ]);
  });

  it("omits canonical and og:url for pages without an address", () => {
    const head = pageHead(site, { ...input, canonical: null, robots: "noindex" });
    expect([head.canonical, head.og.url, head.robots]).toEqual([null, null, "noindex"]);
  });

  it("contains an X card with the same texts", () => {
    const { meta } = pageHead(site, input);
    const card = Object.fromEntries(meta.flatMap((m) => (m.name ? [[m.name, m.content]] : [])));
    expect(card).toMatchObject({
      "twitter:card": "summary_large_image",
      "twitter:title": input.title,
      "twitter:description": input.description,
    });
  });

  it("states the size of its image if known", () => {
    const sizes = (image: Partial<PageHeadInput>) =>
      pageHead(site, { ...input, ...image })
        .meta.filter((m) => m.property?.startsWith("og:image:") && m.property !== "og:image:alt")
        .map((m) => `${m.property} ${m.content}`);
    expect(sizes({})).toEqual(["og:image:width 1200", "og:image:height 630"]);
    expect(sizes({ image: "/a.webp", imageSize: { width: 900, height: 600 } })).toEqual([
      "og:image:width 900",
      "og:image:height 600",
    ]);
    expect(sizes({ image: "https://elsewhere.example/a.webp", imageSize: null })).toEqual([]);
  });

  it("has organisation, page and a breadcrumb of at least two steps that starts at home", () => {
    const { json_ld } = pageHead(site, { ...input, pageTypes: ["AboutPage"] });
    expect(node(json_ld, "Organization")).toMatchObject({ foundingDate: "2011" });
    expect(node(json_ld, "AboutPage")).toMatchObject({ url: "https://site.example/about" });
    expect(node(json_ld, "BreadcrumbList")?.itemListElement).toEqual([
      { "@type": "ListItem", position: 1, name: "Home", item: "https://site.example/" },
      { "@type": "ListItem", position: 2, name: "About", item: "https://site.example/about" },
    ]);
  });

  it("refers only to nodes in the graph", () => {
    const { json_ld } = pageHead(site, input);
    const ids = nodes(json_ld).map((candidate) => candidate["@id"]);
    const refs = [...JSON.stringify(json_ld).matchAll(/\{"@id":"([^"]+)"\}/g)].map(
      (match) => match[1],
    );
    expect(refs.length).toBeGreaterThan(0);
    expect(refs.filter((reference) => !ids.includes(reference))).toEqual([]);
  });

  it("states date and author of an article", () => {
    const { meta } = pageHead(site, {
      ...input,
      type: "article",
      article: {
        published: null,
        modified: "2026-11-25T09:00:00Z",
        author: { name: "Admin", url: "/authors/admin" },
        section: "SEO",
        tags: ["a", "b"],
      },
    });
    const properties = meta.map((m) => m.property);
    expect(properties.filter((property) => property === "article:tag")).toHaveLength(2);
    expect(properties).not.toContain("article:published_time");
    expect(meta).toContainEqual({ name: "author", content: "Admin" });
    const profile = "https://site.example/authors/admin";
    expect(meta).toContainEqual({ property: "article:author", content: profile });
  });
});

describe("blogPosting", () => {
  const post = {
    path: "/blog/a",
    headline: "A".repeat(200),
    description: "d",
    images: ["/a.png"],
    published: null,
    modified: "2026-11-25T09:00:00Z",
    author: { name: "Alex Founder" },
    wordCount: 100,
    keywords: [],
    section: "Technical SEO",
  };

  it("limits headlines to 110 characters and omits unknown dates", () => {
    const article = blogPosting(site, post);
    expect(article.headline).toHaveLength(110);
    const emoji = blogPosting(site, { ...post, headline: `${"A".repeat(109)}🚀🚀` });
    expect(emoji.headline).toBe(`${"A".repeat(109)}🚀`);
    expect(article).not.toHaveProperty("datePublished");
    expect(article.image).toEqual(["https://site.example/a.png"]);
  });

  it("refers to the founder only in the founder's own posts", () => {
    expect(blogPosting(site, post).author).toMatchObject({ "@id": founderId(site) });
    const promoted = { name: site.founder.name, job_title: "Chair" };
    expect(blogPosting(site, { ...post, author: promoted }).author).toMatchObject({
      jobTitle: founderPerson(site).jobTitle,
    });
    const other = blogPosting(site, { ...post, author: { name: "Admin" } }).author;
    expect(other).not.toHaveProperty("@id");
    expect(other, "a guest has no page").not.toHaveProperty("url");
    expect(blogPosting(site, post).author).toMatchObject({ url: "https://site.example/about" });
  });

  it("includes the author", () => {
    const author = { name: "Admin", avatar: "/images/authors/a.svg" };
    expect(blogPosting(site, { ...post, author }).author).toMatchObject({
      image: "https://site.example/images/authors/a.svg",
    });
    expect(blogPosting(site, post).author).not.toHaveProperty("image");
    const none = { name: "Admin", avatar: "/images/avatar-default.svg" };
    expect(blogPosting(site, { ...post, author: none }).author).not.toHaveProperty("image");
  });
});
