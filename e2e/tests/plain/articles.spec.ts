import { CATEGORIES } from "../../support/archive";
import { DEMO_POSTS } from "../../support/demo-posts";
import { fetchDocument, metaOf, textAt, textOf } from "../../support/html";
import { expect, test } from "../../support/test";

test("every category has three articles of the demo", () => {
  const count = (category: string) => DEMO_POSTS.filter(({ tags }) => tags[0] === category).length;
  for (const category of CATEGORIES) expect(count(category), category).toBe(3);
});

test("titles and descriptions of articles fit a search result and differ", async ({ site }) => {
  const titles = new Set<string>();
  const descriptions = new Set<string>();
  for (const { slug } of DEMO_POSTS) {
    const document = await fetchDocument(`${site.url}/blog/${slug}`);
    expect(document.status, slug).toBe(200);
    const title = textAt(document, "title");
    const description = metaOf(document, "description") ?? "";
    expect(title.length, title).toBeGreaterThanOrEqual(30);
    expect(title.length, title).toBeLessThanOrEqual(60);
    expect(description.length, description).toBeGreaterThanOrEqual(121);
    expect(description.length, description).toBeLessThanOrEqual(155);
    titles.add(title);
    descriptions.add(description);
  }
  expect([titles.size, descriptions.size]).toEqual([DEMO_POSTS.length, DEMO_POSTS.length]);
});

test("links and images of the articles work", async ({ site }) => {
  const targets = new Map<string, string>();
  for (const { slug } of DEMO_POSTS) {
    for (let path = `/blog/${slug}`, page = 2; ; page++) {
      const { root } = await fetchDocument(site.url + path);
      for (const link of root.querySelectorAll(".prose a")) {
        const href = link.getAttribute("href") ?? "";
        expect(textOf(link), `${path} ${href}`).not.toBe("");
        if (href.startsWith("/")) targets.set(href, path);
      }
      for (const picture of root.querySelectorAll(".prose img")) {
        const { src = "", alt = "", width = "", height = "" } = picture.attributes;
        targets.set(src, path);
        expect(alt.length, `${path} ${src}`).toBeGreaterThan(0);
        expect(alt.length, `${path} ${src}`).toBeLessThanOrEqual(100);
        expect(
          [Number(width), Number(height)].every((size) => size > 0),
          src,
        ).toBe(true);
      }
      if (!root.querySelector(`a[href^="/blog/${slug}?page=${page}"]`)) break;
      path = `/blog/${slug}?page=${page}`;
    }
  }
  for (const [target, from] of targets) {
    const { status } = await fetch(new URL(target, site.url), { redirect: "manual" });
    expect(status, `${target}, linked from ${from}`).toBe(200);
  }
});
