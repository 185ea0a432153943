import { fetchDocument, graphOf, type JsonLdNode } from "../../support/html";
import { richResultFaults, vocabularyFaults } from "../../support/structured-data";
import { expect, test } from "../../support/test";

/** Returns the structured data of every page in the sitemap. */
async function graphs(url: string): Promise<Map<string, JsonLdNode[]>> {
  const xml = await (await fetch(`${url}/sitemap.xml`)).text();
  const addresses = [...xml.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address]) => address ?? "");
  expect(addresses.length).toBeGreaterThan(30);
  const found = new Map<string, JsonLdNode[]>();
  for (const address of addresses) found.set(address, graphOf(await fetchDocument(address)));
  return found;
}

test("structured data holds only types and properties of schema.org", async ({ site }) => {
  expect(vocabularyFaults(await graphs(site.url))).toEqual([]);
});

test("structured data has what rich results need and should have", async ({ site }) => {
  const faults: string[] = [];
  for (const [address, graph] of await graphs(site.url)) {
    faults.push(...(await richResultFaults(graph)).map((fault) => `${address}: ${fault}`));
  }
  expect(faults).toEqual([]);
});

test("the validators find what is wrong", async () => {
  const broken: JsonLdNode[] = [
    { "@type": "Organization", url: "https://example.org/", slogn: "a typing mistake" },
    { "@type": "BreadcrumbList", itemListElement: [] },
  ];
  expect(vocabularyFaults(new Map([["/", broken]])).join("\n")).toContain("slogn");
  expect((await richResultFaults(broken)).join("\n")).toContain('"name" is missing');
});
