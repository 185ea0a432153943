import { AdminApi } from "../../support/admin";
import { ARCHIVE_POSTS } from "../../support/archive";
import { DEMO_POSTS, PER_PAGE } from "../../support/demo-posts";
import { fetchDocument, linkOf, metaOf, textAt } from "../../support/html";
import { expect, test } from "../../support/test";

const ALL = DEMO_POSTS.length + ARCHIVE_POSTS;
const LAST_PAGE = Math.ceil(ALL / PER_PAGE);

test.describe("the listing with an archive", () => {
  test.use({ data: "archive" });

  test("page 2 has itself as canonical and links to its neighbours", async ({ site }) => {
    const document = await fetchDocument(`${site.url}/blog?page=2`);
    expect(document.status).toBe(200);
    expect(linkOf(document, "canonical")).toBe(`${site.url}/blog?page=2`);
    expect(linkOf(document, "prev")).toBe(`${site.url}/blog`);
    expect(linkOf(document, "next")).toBe(`${site.url}/blog?page=3`);
    expect(textAt(document, "title")).toContain("page 2");
    expect(metaOf(document, "robots") ?? "").not.toContain("noindex");
  });

  test("every post is on exactly one of the pages", async ({ site }) => {
    const slugs: string[] = [];
    for (let page = 1; page <= LAST_PAGE; page++) {
      const { root } = await fetchDocument(`${site.url}/blog?page=${page}`);
      slugs.push(
        ...root
          .querySelectorAll("#blog-posts article h3 a, #blog-posts article a.link")
          .map((link) => link.getAttribute("href") ?? ""),
      );
    }
    expect(slugs).toHaveLength(ALL);
    expect(new Set(slugs).size).toBe(ALL);
  });

  test("a page after the last is not found", async ({ site }) => {
    expect((await fetchDocument(`${site.url}/blog?page=${LAST_PAGE + 1}`)).status).toBe(404);
  });

  for (const query of ["search=archive", "trending=true", "latest=true", "tag=No%20such%20tag"]) {
    test(`/blog?${query} is not for search engines, its links are`, async ({ site }) => {
      const document = await fetchDocument(`${site.url}/blog?${query}`);
      expect(document.status).toBe(200);
      expect(metaOf(document, "robots")).toBe("noindex, follow");
    });
  }
});

test("an unknown post is a 404 that is not indexed", async ({ site }) => {
  const document = await fetchDocument(`${site.url}/blog/no-such-post`);
  expect(document.status).toBe(404);
  expect(metaOf(document, "robots")).toContain("noindex");
  expect(textAt(document, "h1")).toBe("Oops! Page not found");
});

test("an address with a trailing slash redirects to the one without", async ({ site }) => {
  const { status, headers } = await fetchDocument(`${site.url}/blog/?tag=Local%20SEO`);
  expect(status).toBe(301);
  expect(headers.get("location")).toBe("/blog?tag=Local%20SEO");
});

test.describe("posts that change", () => {
  test.use({ data: "own" });

  test("a renamed post redirects for good, in one step from every old slug", async ({ site }) => {
    const api = await AdminApi.signIn(site.url);
    const first = await api.create({ title: "A post that moves", slug: "first-slug" });
    const second = await api.update(first, { slug: "second-slug" });
    await api.update(second, { slug: "third-slug" });
    for (const slug of ["first-slug", "second-slug"]) {
      const { status, headers } = await fetchDocument(`${site.url}/blog/${slug}`);
      expect(status).toBe(301);
      expect(headers.get("location")).toBe("/blog/third-slug");
    }
    expect((await fetchDocument(`${site.url}/blog/third-slug`)).status).toBe(200);
    const data = await fetch(`${site.url}/_data/blog/first-slug`);
    expect(await data.json()).toEqual({ redirect: "/blog/third-slug", replace: true });
  });

  test("drafts and deleted posts are in no response", async ({ site }) => {
    const api = await AdminApi.signIn(site.url);
    const secret = { title: "Quokka secret", slug: "quokka-secret", content: "<p>Quokka</p>" };
    const draft = await api.create({ ...secret, published: false });
    const addresses = ["/blog/quokka-secret", "/blog", "/blog?search=quokka", "/blog?latest=true"];
    const expectHidden = async () => {
      for (const path of addresses) {
        const { html, status } = await fetchDocument(site.url + path);
        expect(html.replaceAll("search=quokka", ""), path).not.toMatch(/quokka secret/i);
        expect(status, path).toBe(path === "/blog/quokka-secret" ? 404 : 200);
      }
    };
    await expectHidden();
    const shown = await api.update(draft, { published: true });
    expect((await fetchDocument(`${site.url}/blog/quokka-secret`)).status).toBe(200);
    await api.delete(shown);
    await expectHidden();
  });

  test("a published change is in the next response of every page that shows it", async ({
    site,
  }) => {
    const api = await AdminApi.signIn(site.url);
    for (const path of ["/", "/blog", "/blog?tag=Local%20SEO"])
      await fetchDocument(site.url + path);
    let post = await api.create({
      title: "Fresh from the press 0",
      slug: "fresh",
      tags: ["Local SEO"],
      published_date: new Date().toISOString(),
    });
    for (let round = 1; round <= 5; round++) {
      post = await api.update(post, { title: `Fresh from the press ${round}` });
      for (const path of ["/", "/blog", "/blog?tag=Local%20SEO", "/blog/fresh"]) {
        const { html } = await fetchDocument(site.url + path);
        expect(html, path).toContain(`Fresh from the press ${round}`);
        expect(html, path).not.toContain(`Fresh from the press ${round - 1}`);
      }
    }
  });
});
