import { parse } from "node-html-parser";
import { fetchDocument, textAt } from "../../support/html";
import { PUBLIC_PAGES } from "../../support/pages";
import { expect, test } from "../../support/test";

interface PageData {
  component: string;
  props: { post?: { content: string } };
  url: string;
  version: string;
  head: { title: string; canonical: string | null };
  site?: object;
}

for (const { path, status = 200 } of PUBLIC_PAGES) {
  test(`the data of ${path} is what its document carries`, async ({ site }) => {
    const answer = await fetch(`${site.url}/_data${path === "/" ? "/" : path}`);
    expect(answer.status).toBe(status);
    expect(answer.headers.get("content-type")).toMatch(/^application\/json/);
    expect(answer.headers.get("x-robots-tag")).toContain("noindex");
    const data = (await answer.json()) as PageData;

    const document = await fetchDocument(site.url + path);
    const block = parse(document.html).querySelector("#page-data")?.rawText ?? "";
    const embedded = JSON.parse(block) as PageData;
    expect(data.component).toBe(embedded.component);
    const { post } = data.props;
    if (post && path.startsWith("/blog/")) {
      // A document does not contain its article twice.
      expect(document.html).toContain(`>${post.content}</div>`);
      expect(embedded.props.post?.content).toBe("");
      post.content = "";
    }
    expect(data.props).toEqual(embedded.props);
    expect(data.version).toBe(embedded.version);
    expect(data.head.title).toBe(textAt(document, "title"));
    expect(data.site, "the client has it already").toBeUndefined();
    expect(embedded.site).toMatchObject({ name: "Found First", public_url: site.url });
  });
}

test("the data of an admin page requires a session", async ({ site }) => {
  const answer = await fetch(`${site.url}/_data/admin/blog`);
  expect(await answer.json()).toMatchObject({ redirect: expect.stringMatching(/^\/auth/) });
  expect(answer.headers.get("cache-control")).toContain("no-store");
});
