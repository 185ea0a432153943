// Transfer size of the first view of each page on a phone.

import { Browser } from "../lib/browser.mjs";
import { Site, prepare } from "../lib/site.mjs";
import { isLongest, slugOf } from "../posts.mjs";

/** Limits in kilobytes, by resource type of the browser. */
const KINDS = {
  Document: { name: "HTML", most: 30 },
  Stylesheet: { name: "CSS", most: 20 },
  Script: { name: "JavaScript", most: 84 },
  Font: { name: "fonts", most: 70 },
  Image: { name: "images" },
};

/** Measures the bytes of bodies as sent for each page, once its best compression is ready. */
export async function measureWeight() {
  const count = 200;
  const article = Array.from({ length: count }, (_, index) => index).findLast(isLongest);
  const pages = [
    ["/", "/"],
    ["/about", "/about"],
    ["/services", "/services"],
    ["/seo", "/seo"],
    ["/contact", "/contact"],
    ["/blog", "/blog"],
    ["/blog/{slug}", `/blog/${slugOf(article)}`],
  ];
  const site = await Site.start(await prepare(count), { pinned: false });
  const browser = Browser.start();
  const rows = [];
  for (const [name, path] of pages) {
    await site.warm(path);
    const { answers, largestImage } = await browser.firstLoad(`${site.origin}${path}`);
    const own = answers.filter(({ url }) => url.startsWith(site.origin));
    const kilobytes = (list) => list.reduce((sum, { bytes }) => sum + bytes, 0) / 1000;
    const group = `First load on a phone, \`${name}\``;
    const row = (id, title, value, most) =>
      rows.push({
        id: `weight-${name}-${id}`,
        group,
        name: title,
        unit: "kB",
        value,
        target: most === undefined ? undefined : { most },
      });
    for (const [type, { name: kind, most }] of Object.entries(KINDS)) {
      const found = own.filter((answer) => answer.type === type);
      if (found.length > 0) row(type, `${kind} (${found.length})`, kilobytes(found), most);
    }
    const largest = own.filter(({ url }) => url === largestImage);
    if (largest.length > 0)
      row("largest", "of these the largest image in view", kilobytes(largest), 60);
    row("all", `everything (${own.length} answers)`, kilobytes(own));
    rows.push({
      id: `weight-${name}-foreign`,
      group,
      name: "requests to other sites",
      unit: "",
      value: answers.length - own.length,
      target: { most: 0 },
    });
  }
  await browser.stop();
  await site.stop();
  return rows;
}
