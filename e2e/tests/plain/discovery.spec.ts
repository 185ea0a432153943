import { fetchDocument, linkOf, metaOf } from "../../support/html";
import { expect, test } from "../../support/test";

/** Returns the texts of all elements of a name. */
const textsOf = (xml: string, name: string): string[] =>
  [...xml.matchAll(new RegExp(`<${name}>([^<]*)</${name}>`, "g"))].map(([, text = ""]) =>
    text.replaceAll("&amp;", "&"),
  );

/** Returns the addresses in a site's sitemap, without the origin. */
async function sitemapOf(origin: string): Promise<string[]> {
  const xml = await (await fetch(`${origin}/sitemap.xml`)).text();
  return textsOf(xml, "loc").map((address) => address.replace(origin, ""));
}

/** Returns the indexable pages, each with the number of clicks from the home page. */
async function crawl(origin: string): Promise<Map<string, number>> {
  const found = new Map<string, number>();
  const seen = new Set(["/"]);
  let level = ["/"];
  for (let clicks = 0; level.length > 0; clicks += 1) {
    const next: string[] = [];
    for (const path of level) {
      const document = await fetchDocument(origin + path);
      if (!document.headers.get("content-type")?.startsWith("text/html")) continue;
      const isIndexable = !(metaOf(document, "robots") ?? "").includes("noindex");
      if (document.status === 200 && isIndexable && linkOf(document, "canonical") === origin + path)
        found.set(path, clicks);
      for (const link of document.root.querySelectorAll("a[href]")) {
        const url = new URL(link.getAttribute("href") ?? "", origin + path);
        const target = url.pathname + url.search;
        if (url.origin !== origin || seen.has(target)) continue;
        seen.add(target);
        next.push(target);
      }
    }
    level = next;
  }
  return found;
}

test.describe("with 38 posts", () => {
  test.use({ data: "archive" });

  test("the sitemap lists exactly what a crawler finds", async ({ site }) => {
    test.slow();
    const listed = await sitemapOf(site.url);
    const found = await crawl(site.url);
    expect(new Set(listed).size, "no address twice").toBe(listed.length);
    expect(listed.toSorted()).toEqual([...found.keys()].toSorted());
    const far = [...found].filter(([, clicks]) => clicks > 3);
    expect(far, "nothing is more than three clicks away").toEqual([]);
    for (const path of listed) expect((site.url + path).length).toBeLessThanOrEqual(115);
  });
});

test("robots.txt names the sitemap and excludes nothing except the admin area", async ({
  site,
}) => {
  const robots = await (await fetch(`${site.url}/robots.txt`)).text();
  expect(robots).toContain(`Sitemap: ${site.url}/sitemap.xml`);
  expect(robots.match(/^(Disa|A)llow: .*$/gm)).toEqual([
    "Allow: /author",
    "Disallow: /admin",
    "Disallow: /auth",
    "Disallow: /api",
  ]);
});

test("the blog links its feed, whose items link to articles", async ({ site }) => {
  for (const path of ["/blog", "/blog/log-files"]) {
    const { root } = await fetchDocument(site.url + path);
    const link = root.querySelector('link[rel="alternate"][type="application/rss+xml"]');
    expect(link?.getAttribute("href"), path).toBe(`${site.url}/feed.xml`);
  }
  const answer = await fetch(`${site.url}/feed.xml`);
  expect(answer.headers.get("content-type")).toBe("application/rss+xml; charset=utf-8");
  const items = (await answer.text()).split("<item>").slice(1);
  expect(items.length).toBeGreaterThan(0);
  for (const item of items) {
    const [url = "none"] = textsOf(item, "link");
    expect((await fetch(url)).status, url).toBe(200);
    expect(textsOf(item, "pubDate")[0]).toMatch(/^\w{3}, \d\d \w{3} \d{4} .* \+0000$/);
  }
});

test("security.txt names a contact, and has not expired", async ({ site }) => {
  const text = await (await fetch(`${site.url}/.well-known/security.txt`)).text();
  const expires = Date.parse(/^Expires: (.*)$/m.exec(text)?.[1] ?? "");
  expect(expires).toBeGreaterThan(Date.now() + 300 * 86_400_000);
  expect(expires).toBeLessThan(Date.now() + 366 * 86_400_000);
  expect(text).toMatch(/^Contact: mailto:\S+@\S+$/m);
});

test("the icon that browsers request by default is there", async ({ site }) => {
  const answer = await fetch(`${site.url}/favicon.ico`);
  expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "image/x-icon"]);
});
