import { markupFaults } from "../../support/faults";
import {
  type Document,
  fetchDocument,
  graphOf,
  type JsonLdNode,
  linkOf,
  metaOf,
  nodesOf,
  textAt,
} from "../../support/html";
import { PUBLIC_PAGES } from "../../support/pages";
import { expect, test } from "../../support/test";

const INDEXABLE = PUBLIC_PAGES.filter(({ isIndexable }) => isIndexable);

/** Returns every "@id" that a graph refers to. */
function references(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(references);
  if (typeof value !== "object" || value === null) return [];
  const keys = Object.keys(value);
  if (keys.length === 1 && keys[0] === "@id") return [(value as { "@id": string })["@id"]];
  return Object.values(value).flatMap(references);
}

/** Returns the levels of a document's headings, in order. */
const headingLevels = ({ root }: Document): number[] =>
  root.querySelectorAll("h1, h2, h3, h4, h5, h6").map((heading) => Number(heading.tagName[1]));

for (const { path, h1, status = 200, isIndexable, type = "website" } of PUBLIC_PAGES) {
  test.describe(`${path} without a browser`, () => {
    let document: Document;
    test.beforeEach(async ({ site }) => {
      document = await fetchDocument(site.url + path);
    });

    test("answers complete HTML with its heading", () => {
      expect(document.status).toBe(status);
      expect(document.headers.get("content-type")).toBe("text/html; charset=utf-8");
      expect(document.root.querySelector("html")?.getAttribute("lang")).toBe("en-GB");
      expect(textAt(document, "#root h1")).toBe(h1);
    });

    test("has exactly one h1 of at most 70 characters, and skips no heading level", () => {
      const levels = headingLevels(document);
      expect(levels.filter((level) => level === 1)).toHaveLength(1);
      expect(levels[0]).toBe(1);
      expect(h1.length).toBeLessThanOrEqual(70);
      levels.reduce((before, level) => {
        expect(level, `after h${before} in ${levels.join(" ")}`).toBeLessThanOrEqual(before + 1);
        return level;
      });
    });

    test("has no inline content that its security policy blocks", () => {
      const policy = document.headers.get("content-security-policy") ?? "";
      expect(policy).toContain("style-src 'self'");
      expect(policy).not.toContain("unsafe");
      expect(markupFaults(document.html, policy)).toEqual([]);
    });

    test("gives every image a size and a text", () => {
      for (const image of document.root.querySelectorAll("img")) {
        for (const name of ["alt", "width", "height"]) {
          expect(image.hasAttribute(name), `${name} of ${image.outerHTML}`).toBe(true);
        }
        expect(image.getAttribute("alt")?.length).toBeLessThanOrEqual(100);
      }
    });

    test("sets no cookie", () => {
      expect(document.headers.getSetCookie()).toEqual([]);
    });

    if (!isIndexable) {
      test("is not indexed", () => {
        expect(metaOf(document, "robots")).toContain("noindex");
      });
      return;
    }

    test("has a title of 30 to 60 and a description of 121 to 155 characters", () => {
      const title = textAt(document, "title");
      const description = metaOf(document, "description") ?? "";
      expect(title.length, title).toBeGreaterThanOrEqual(30);
      expect(title.length, title).toBeLessThanOrEqual(60);
      expect(description.length, description).toBeGreaterThanOrEqual(121);
      expect(description.length, description).toBeLessThanOrEqual(155);
      expect(metaOf(document, "robots") ?? "").not.toContain("noindex");
    });

    test("has its own absolute address as canonical", ({ site }) => {
      expect(document.root.querySelectorAll('link[rel="canonical"]')).toHaveLength(1);
      expect(linkOf(document, "canonical")).toBe(site.url + path);
    });

    test("has a card for social networks with its title and description", async ({ site }) => {
      expect(metaOf(document, "og:title")).toBe(textAt(document, "title"));
      expect(metaOf(document, "og:description")).toBe(metaOf(document, "description"));
      expect(metaOf(document, "og:url")).toBe(linkOf(document, "canonical"));
      expect(metaOf(document, "og:type")).toBe(type);
      expect(metaOf(document, "og:site_name")).toBe("Found First");
      expect(metaOf(document, "twitter:card")).toBe("summary_large_image");
      const image = metaOf(document, "og:image") ?? "";
      expect(image).toContain(`${site.url}/`);
      expect(metaOf(document, "twitter:image")).toBe(image);
      const answer = await fetch(image);
      expect(answer.status, image).toBe(200);
      expect(answer.headers.get("content-type")).toMatch(/^image\/(png|jpeg|webp)$/);
    });

    test("has one graph of structured data with valid references", ({ site }) => {
      const graph = graphOf(document);
      const [organization] = nodesOf(graph, "Organization");
      expect(organization).toMatchObject({ name: "Found First", foundingDate: "2011" });
      const pages = graph.filter((node) =>
        [node["@type"]].flat().some((type) => /(Web|About|Collection|Contact)Page$/.test(type)),
      );
      expect(pages).toHaveLength(1);
      expect(pages[0]).toMatchObject({ url: site.url + path, name: textAt(document, "title") });
      const ids = graph.map((node) => node["@id"]).filter((id) => id !== undefined);
      expect(new Set(ids).size, "ids are unique").toBe(ids.length);
      for (const reference of references(graph)) expect(ids).toContain(reference);
    });

    if (path !== "/") {
      test("has a breadcrumb from the home page to itself", ({ site }) => {
        const [trail] = nodesOf(graphOf(document), "BreadcrumbList");
        const items = (trail?.itemListElement ?? []) as (JsonLdNode & {
          position: number;
          item: string;
        })[];
        expect(items.map(({ position }) => position)).toEqual(items.map((_, index) => index + 1));
        expect(items.length).toBeGreaterThanOrEqual(2);
        expect(items[0]?.item).toMatch(new RegExp(`^${site.url}/?$`));
        expect(items.at(-1)?.item).toBe(site.url + path);
      });
    }
  });
}

test("no page of the sitemap has invalid markup", async ({ site }) => {
  const xml = await (await fetch(`${site.url}/sitemap.xml`)).text();
  const addresses = [...xml.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address]) => address ?? "");
  expect(addresses.length).toBeGreaterThan(30);
  const faults: string[] = [];
  for (const address of addresses) {
    const { headers, html } = await fetchDocument(address);
    const found = markupFaults(html, headers.get("content-security-policy") ?? "");
    faults.push(...found.map((fault) => `${address}: ${fault}`));
  }
  expect(faults).toEqual([]);
});

test("no two indexable pages share a title or a description", async ({ site }) => {
  const documents = await Promise.all(INDEXABLE.map(({ path }) => fetchDocument(site.url + path)));
  for (const of of [
    (document: Document) => textAt(document, "title"),
    (document: Document) => metaOf(document, "description"),
  ]) {
    expect(new Set(documents.map(of)).size).toBe(documents.length);
  }
});

test("an article is described as a BlogPosting with author, dates and length", async ({ site }) => {
  const document = await fetchDocument(`${site.url}/blog/log-files`);
  const [posting] = nodesOf(graphOf(document), "BlogPosting");
  expect(posting).toMatchObject({
    headline: "What log files know that your crawler does not",
    articleSection: "Technical SEO",
    datePublished: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*(Z|[+-]\d\d:\d\d)$/),
    dateModified: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*(Z|[+-]\d\d:\d\d)$/),
    wordCount: expect.any(Number),
  });
  expect(metaOf(document, "article:published_time")).toBe(posting?.datePublished);
});

test("the questions in the structured data are on the page", async ({ site }) => {
  for (const path of ["/services", "/seo"]) {
    const document = await fetchDocument(site.url + path);
    const [faq] = nodesOf(graphOf(document), "FAQPage");
    const questions = (faq?.mainEntity ?? []) as { name: string }[];
    expect(questions, path).toHaveLength(6);
    const body = textAt(document, "main");
    for (const { name } of questions) expect(body).toContain(name);
  }
});

test("every link of a public page works", async ({ site }) => {
  const links = new Set<string>();
  for (const { path } of PUBLIC_PAGES) {
    const { root } = await fetchDocument(site.url + path);
    for (const link of root.querySelectorAll("a[href]")) {
      const url = new URL(link.getAttribute("href") ?? "", site.url + path);
      if (url.origin === site.url) links.add(url.href);
    }
  }
  const broken: string[] = [];
  for (const link of links) {
    const { hash } = new URL(link);
    const { status, root } = await fetchDocument(link);
    if (status !== 200 && !link.includes("/no-such-page")) broken.push(`${status} ${link}`);
    else if (hash && !root.querySelector(`[id="${decodeURIComponent(hash.slice(1))}"]`)) {
      broken.push(`no such fragment: ${link}`);
    }
  }
  expect(broken).toEqual([]);
});

/** Ids that links on other pages refer to. */
const ANCHORS: Record<string, string[]> = {
  "/": ["uvp-section", "excellence-section", "clients-section", "blog-section", "cta-section"],
  "/about": ["our-timeline", "industry-insights", "cta-section"],
  "/seo": ["seo-process", "seo-cases", "seo-pricing", "seo-faq", "cta-section"],
  "/contact": ["contact-form", "cta-section"],
  "/blog": ["blog-posts"],
};

for (const [path, ids] of Object.entries(ANCHORS)) {
  test(`${path} keeps the anchors that links rely on`, async ({ site }) => {
    const { root } = await fetchDocument(site.url + path);
    const missing = ids.filter((id) => root.querySelectorAll(`[id="${id}"]`).length !== 1);
    expect(missing).toEqual([]);
  });
}

test("only the document blocks the first paint", async ({ site }) => {
  for (const path of ["/", "/about", "/services", "/seo", "/contact", "/blog", "/blog/log-files"]) {
    const { root } = await fetchDocument(site.url + path);
    const [head, body] = [root.querySelector("head"), root.querySelector("body")];
    expect(head?.querySelectorAll("style"), path).toHaveLength(1);
    for (const noscript of root.querySelectorAll("noscript")) noscript.remove();
    expect(root.querySelectorAll('link[rel="stylesheet"], link[rel="modulepreload"]')).toEqual([]);
    const scripts = root.querySelectorAll("script[src]");
    expect(scripts, path).toHaveLength(1);
    expect(scripts[0]?.closest("body"), path).toBe(body);
    expect(scripts[0]?.attributes).toMatchObject({ async: "", fetchpriority: "low" });
  }
});
