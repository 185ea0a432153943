// @vitest-environment node
import { beforeAll, describe, expect, it, vi } from "vitest";
import { head, render } from "../entry-server";
import type { AuthorPageProps, PostView, Site } from "../generated/api";
import type { Head } from "../lib/page";
import type { JsonLdNode } from "../seo/json-ld";
import { availability, booking } from "../test-support/bookings";
import { evidence, site as plainSite, privacyPeriods } from "../test-support/fixtures";
import { cards, postView } from "../test-support/posts";
import { titleWidth } from "../test-support/text-width";

// On the server every chunk is loaded before the first render.
beforeAll(() => vi.dynamicImportSettled());

const site: Site = {
  ...plainSite,
  strapline: "Search consultancy for brands that would rather be the answer.",
  founder: { ...plainSite.founder, bio: "In digital marketing since 2005." },
};
const client_logos = [{ name: "Ambertide", image: "/images/x.svg", width: 135, height: 56 }];

const posts = cards.map((card, index) => ({
  ...card,
  title: `What ==log files== know, part ${index}`,
  thumbnail_image: index === 1 ? "/media/images/1-a.webp" : null,
}));
const post: PostView = {
  ...postView,
  title: "What ==log files== know",
  pages: 2,
  headings: [...postView.headings, { level: 2, id: "how", text: "How", page: 2 }],
  author_profile: {
    ...postView.author_profile,
    job_title: "SEO Specialist",
    years_of_experience: 14,
  },
  meta_title: "What log files know, and your crawler does not",
  meta_description:
    "Crawl simulators guess and server logs remember. A field guide to the twenty lines of a log file that are worth reading before anything else at all.",
  canonical_url: "https://site.example/blog/post-0",
};

const NO_EVIDENCE = { case_study: null, figures: [] };
const filter = {
  tag: null,
  section: null,
  trending: false,
  latest: false,
  featured: false,
  search: null,
};
const listing = { filter, posts, page: 1, per_page: 12, pages: 3, total: 30 };

const author: AuthorPageProps = {
  author: {
    url: "/authors/anna-example",
    name: "Anna Example",
    job_title: "Search Analyst",
    bio: "Anna reads logs.",
    portrait: "/images/authors/anna.svg",
    has_portrait: true,
    links: [{ label: "Profile", url: "https://profiles.example/anna" }],
    years_of_experience: 8,
    created_at: "2026-11-01T09:00:00Z",
    updated_at: "2026-11-02T09:00:00Z",
  },
  posts,
  page: 1,
  per_page: 12,
  pages: 2,
  total: 13,
};

const PAGES: { url: string; component: string; props: unknown }[] = [
  { url: "/", component: "home", props: { posts, client_logos, evidence } },
  { url: "/about", component: "about", props: { posts, client_logos, founder_story: "Once." } },
  { url: "/services", component: "services", props: { posts } },
  { url: "/seo", component: "seo", props: { posts } },
  { url: "/contact", component: "contact", props: { tab: "message" } },
  { url: "/blog", component: "blog/index", props: listing },
  { url: "/authors/anna-example", component: "author", props: author },
  { url: "/blog?page=2", component: "blog/index", props: { ...listing, page: 2 } },
  {
    url: "/blog?tag=Local%20SEO",
    component: "blog/index",
    props: { ...listing, filter: { ...filter, tag: "Local SEO" } },
  },
  {
    url: "/blog/post-0",
    component: "blog/post",
    props: {
      post,
      related: posts.slice(1),
      previous: null,
      next: { url: "/blog/post-1", title: "Next" },
    },
  },
  { url: "/privacy", component: "privacy", props: privacyPeriods },
  {
    url: "/newsletter/confirm?token=t",
    component: "newsletter/confirm",
    props: { state: "ask", token: "t", email: "you@site.example" },
  },
  {
    url: "/newsletter/unsubscribe?token=t",
    component: "newsletter/unsubscribe",
    props: { state: "ask", token: "t", email: "you@site.example" },
  },
  { url: "/bookings/t", component: "booking", props: { booking, availability } },
  { url: "/nowhere", component: "not-found", props: { replace_with: null } },
  { url: "/broken", component: "error", props: { status: 500, message: "" } },
];

/** Errors, and pages at secret addresses. */
const PRIVATE = ["not-found", "error", "booking", "newsletter/confirm", "newsletter/unsubscribe"];

type TestPage = (typeof PAGES)[number];

const json = (page: TestPage, brand = site) =>
  JSON.stringify({ ...page, version: "1", site: brand });
const bodyOf = async (page: TestPage, brand?: Site) => render(json(page, brand));
const headOf = (page: TestPage, brand?: Site) => JSON.parse(head(json(page, brand))) as Head;

describe.each(PAGES)("$url", (page) => {
  it("has one h1 and no gap between heading levels", async () => {
    const levels = [...(await bodyOf(page)).matchAll(/<h([1-6])[\s>]/g)].map(([, level]) =>
      Number(level),
    );
    expect(levels.filter((level) => level === 1)).toHaveLength(1);
    levels.forEach((level, index) => {
      expect(level - (levels[index - 1] ?? level)).toBeLessThanOrEqual(1);
    });
  });

  it("has no inline style, no unfilled value and no forced mark in its text", async () => {
    const body = await bodyOf(page);
    expect(body).not.toMatch(/ style="/);
    expect(body).not.toMatch(/undefined|NaN|\[object/);
    expect(body).not.toContain("==");
  });

  it("links only to existing fragments, and has unique ids", async () => {
    const body = await bodyOf(page);
    const ids = [...body.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const [, fragment] of body.matchAll(/href="#([^"]+)"/g)) expect(ids).toContain(fragment);
  });

  it("has a text and a size for every image", async () => {
    for (const [image] of (await bodyOf(page)).matchAll(/<img [^>]*>/g)) {
      expect(image).toMatch(/ alt="/);
      expect(image).toMatch(/ width="\d+" height="\d+"/);
    }
  });

  it("has the visible breadcrumb in its structured data", async () => {
    const body = (await bodyOf(page)).replaceAll("<!-- -->", "");
    const shown = [...body.matchAll(/<nav aria-label="Breadcrumb".*?<\/nav>/gs)].map(([nav]) =>
      [...nav.matchAll(/<li>(?:<a href="([^"]+)">|<span aria-current="page">)/g)].map(
        ([, href]) => href,
      ),
    );
    expect(shown.length).toBeLessThanOrEqual(1);
    const nodes = headOf(page).json_ld as JsonLdNode[];
    const listed = nodes.find((node) => node["@type"] === "BreadcrumbList")?.itemListElement as
      | { item: string }[]
      | undefined;
    if (!shown[0] || !listed) return;
    expect(listed).toHaveLength(shown[0].length);
    const links = shown[0].flatMap((href) => (href ? [`https://site.example${href}`] : []));
    expect(listed.slice(0, -1).map(({ item }) => item)).toEqual(links);
  });

  it("has a title of 30–60 and a description of 121–155 characters", () => {
    const { title, description } = headOf(page);
    expect(title.length, title).toBeGreaterThanOrEqual(30);
    expect(title.length, title).toBeLessThanOrEqual(60);
    expect(titleWidth(title), title).toBeGreaterThanOrEqual(200);
    expect(titleWidth(title), title).toBeLessThanOrEqual(561);
    expect(description.length, description).toBeGreaterThanOrEqual(121);
    expect(description.length, description).toBeLessThanOrEqual(155);
  });
});

it("the newsletter form is there if no post is listed", async () => {
  const none = { ...listing, posts: [], pages: 0, total: 0 };
  for (const search of [null, "zzzz"]) {
    const props = { ...none, filter: { ...filter, search } };
    const body = await bodyOf({ url: "/blog", component: "blog/index", props });
    expect(body).toMatch(
      /No posts found\..*<div[^>]* id="newsletter".*<h3[^>]*>The Crawl Log, by email/s,
    );
  }
});

describe("heads", () => {
  it("are unique", () => {
    const heads = PAGES.map((page) => headOf(page));
    expect(new Set(heads.map(({ title }) => title)).size).toBe(heads.length);
    expect(new Set(heads.map(({ description }) => description)).size).toBe(heads.length);
  });

  it("have the page itself as canonical, and keep errors out of the index", () => {
    for (const page of PAGES) {
      const { canonical, robots } = headOf(page);
      if (PRIVATE.includes(page.component)) {
        expect(canonical).toBeNull();
        expect(robots).toContain("noindex");
      } else {
        expect(canonical).toBe(`https://site.example${page.url}`);
        expect(robots).toBe("max-image-preview:large");
      }
    }
  });

  it.each([{ search: "log" }, { trending: true }, { latest: true }, { tag: "no category" }])(
    "keep the listing of %o out of the index",
    (choice) => {
      const props = { ...listing, filter: { ...filter, ...choice } };
      expect(headOf({ url: "/blog", component: "blog/index", props }).robots).toBe(
        "noindex, follow",
      );
    },
  );

  it("link the feed on the home page and the blog's pages only", () => {
    for (const page of PAGES) {
      const feeds = headOf(page).links.filter(({ rel }) => rel === "alternate");
      const hasFeed = page.component === "home" || page.component.startsWith("blog/");
      const expected = hasFeed ? ["https://site.example/feed.xml"] : [];
      expect(
        feeds.map(({ href }) => href),
        page.url,
      ).toEqual(expected);
    }
  });

  it("link the pages of a listing and an article to each other", () => {
    const rels = (page: (typeof PAGES)[number]) =>
      headOf(page)
        .links.filter(({ rel }) => rel !== "alternate")
        .map(({ rel, href }) => `${rel} ${href}`);
    const second = PAGES.find(({ url }) => url === "/blog?page=2");
    const article = PAGES.find(({ component }) => component === "blog/post");
    expect(second && rels(second)).toEqual([
      "prev https://site.example/blog",
      "next https://site.example/blog?page=3",
    ]);
    expect(article && rels(article)).toEqual(["next https://site.example/blog/post-0?page=2"]);
  });
});

/** The brand, except in the tagline, which contains the same words. */
const BRAND = /(?<!get )found ?first/i;

describe.each([
  { name: "Marlow & Finch", legal_name: "Marlow Finch Limited" },
  { name: "Io", legal_name: "Io Ltd" },
  { name: "Winterbourne Search Partners of Bath", legal_name: "Winterbourne Ltd" },
])("with the brand $name", (names) => {
  const brand: Site = {
    ...site,
    ...names,
    public_url: "https://brand.example",
    shown_host: "brand.example",
    contact_email: "hello@brand.example",
    founder: { ...site.founder, email: "alex@brand.example" },
  };
  // Texts that editors wrote about the brand stay.
  const rebranded = (page: TestPage): TestPage =>
    JSON.parse(
      JSON.stringify(page)
        .replaceAll("Found First", "Us")
        .replaceAll("site.example", "brand.example"),
    );

  it.each(PAGES)("$url does not mention another brand", async (page) => {
    const text = (await bodyOf(rebranded(page), brand)).replace(/<[^>]*>/g, "");
    expect(text).not.toMatch(BRAND);
    expect(JSON.stringify(headOf(rebranded(page), brand))).not.toMatch(BRAND);
    expect(text).toContain(`© 2026 ${names.name.replace("&", "&amp;")}`);
    expect(text).toContain("hello@brand.example");
  });

  const listed = PAGES.filter(({ component }) => !PRIVATE.includes(component));
  it.each(listed)("$url keeps the length of its title", (page) => {
    const { title } = headOf(rebranded(page), brand);
    expect(title.length, title).toBeGreaterThanOrEqual(30);
    expect(title.length, title).toBeLessThanOrEqual(60);
    expect(titleWidth(title), title).toBeLessThanOrEqual(561);
  });
});

describe("structured data", () => {
  const pageAt = (path: string) => PAGES.find(({ url }) => url === path) as TestPage;
  const nodesOf = (page: TestPage, type: string) =>
    (headOf(page).json_ld as JsonLdNode[]).filter((node) => [node["@type"]].flat().includes(type));
  const textOf = async (page: TestPage) =>
    (await bodyOf(page))
      .replace(/<[^>]*>/g, "")
      .replaceAll("&#x27;", "'")
      .replaceAll("&amp;", "&");

  it.each(PAGES)("$url has a company, a page, and valid references", (page) => {
    expect(nodesOf(page, "Organization")).toMatchObject([
      { foundingDate: "2011", description: site.strapline },
    ]);
    expect(nodesOf(page, "WebPage")).toHaveLength(1);
    const graph = headOf(page).json_ld as JsonLdNode[];
    const ids = graph.flatMap((node) => node["@id"] ?? []);
    expect(new Set(ids).size).toBe(ids.length);
    const references = [...JSON.stringify(graph).matchAll(/\{"@id":"([^"]+)"\}/g)];
    for (const [, id] of references) expect(ids).toContain(id);
  });

  it("describes the founder on the about page", () => {
    const about = pageAt("/about");
    const [person] = nodesOf(about, "Person");
    expect(person).toMatchObject({ name: "Alex Founder", jobTitle: "Founder" });
    expect(nodesOf(about, "WebPage")[0]).toMatchObject({
      "@type": ["WebPage", "AboutPage", "ProfilePage"],
      mainEntity: { "@id": person?.["@id"] },
      dateCreated: "2011-01-01T00:00:00Z",
      dateModified: "2026-11-25T09:00:00Z",
    });
  });

  it("shows results of clients, each part only with content", async () => {
    const home = (given: object) =>
      bodyOf({ ...pageAt("/"), props: { posts, client_logos, evidence: given } });
    const whole = await home(evidence);
    expect(whole).toMatch(/<th[^>]*>Enquiries<.*>31<.*>74</);
    expect(whole).toMatch(/audits since 2011<.*>212</);
    const figures = await home({ ...evidence, case_study: null });
    expect(figures).toContain("audits since 2011");
    expect(figures).not.toContain("<table");
    expect(await home(NO_EVIDENCE)).not.toContain('id="evidence"');
  });

  it("preloads the hero's image that phones show on the about page", async () => {
    const preload = headOf(pageAt("/about")).links.find(({ rel }) => rel === "preload");
    expect(preload).toMatchObject({ as: "image", media: "(max-width: 47.99rem)" });
    const source = /<source[^>]*>/.exec(await bodyOf(pageAt("/about")))?.[0];
    expect(source).toContain(`media="${preload?.media}"`);
    expect(source).toMatch(new RegExp(`srcset="${preload?.href}"`, "i"));
  });

  it("tells the founder's story, or else the sentence about them", async () => {
    expect(await bodyOf(pageAt("/about"))).toContain("Once.");
    const page = { ...pageAt("/about"), props: { posts, client_logos, founder_story: "" } };
    expect(await bodyOf(page)).toContain("In digital marketing since 2005.");
  });

  it("omits the founder, clients and strapline if the brand has none", async () => {
    const founder = { ...site.founder, name: "", bio: "", network_url: "", social_url: "" };
    const brand = { ...site, name: "Acme", strapline: "", founder };
    for (const url of ["/", "/about"]) {
      const page = {
        ...pageAt(url),
        props: { posts, client_logos: [], evidence: NO_EVIDENCE, founder_story: "" },
      };
      const graph = JSON.stringify(headOf(page, brand).json_ld);
      expect(graph).not.toContain('"Person"');
      const body = await bodyOf(page, brand);
      for (const words of [
        "Led by its",
        "In good company",
        "Company <",
        "Alex Founder",
        "Before, and",
      ])
        expect(body).not.toContain(words);
    }
  });

  it("describes the whole site on the home page", () => {
    expect(nodesOf(pageAt("/"), "WebSite")).toMatchObject([
      { name: "Found First", url: "https://site.example/" },
    ]);
  });

  it("lists the services on the page", async () => {
    const text = await textOf(pageAt("/services"));
    const body = await bodyOf(pageAt("/services"));
    const services = nodesOf(pageAt("/services"), "Service");
    expect(services).toHaveLength(10);
    for (const { name, description, url } of services) {
      expect(text).toContain(name);
      expect(text).toContain(description);
      expect(body).toContain(` id="${String(url).split("#")[1]}"`);
    }
    expect(nodesOf(pageAt("/seo"), "Service")).toHaveLength(1);
  });

  it.each(["/services", "/seo"])("has the same answers to questions as %s", async (path) => {
    const text = await textOf(pageAt(path));
    const [faq] = nodesOf(pageAt(path), "FAQPage");
    const items = faq?.mainEntity as { name: string; acceptedAnswer: { text: string } }[];
    expect(items).toHaveLength(6);
    for (const { name, acceptedAnswer } of items) {
      expect(text).toContain(name);
      expect(text).toContain(acceptedAnswer.text);
    }
  });
});
