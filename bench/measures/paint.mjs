// Paint times by Lighthouse, of the site and of a copy of the same pages without scripts.

import { report } from "../lib/lighthouse.mjs";
import { prepare, Site } from "../lib/site.mjs";
import { median } from "../lib/statistics.mjs";
import { StillCopy } from "../lib/still-copy.mjs";
import { isLongest, slugOf } from "../posts.mjs";

/**
 * Limits in milliseconds, and for the layout shift. The home page's hero is the largest element that the site paints.
 */
const PHONE = { fcp: 950, lcp: 1350, tbt: 20, cls: 0.01 };
const HOME_LCP = 1550;
const DESK = { fcp: 250, lcp: 350 };

const NAMES = {
  fcp: "first paint",
  lcp: "largest paint",
  tbt: "blocked time",
  cls: "layout shift",
};

/** Returns the median of each figure over `runs` reports, and the lowest of each score. */
async function reports(url, runs, preset) {
  const found = [];
  for (let run = 0; run < runs; run += 1) found.push(await report(url, preset));
  const figures = Object.keys(NAMES).map((name) => [
    name,
    median(found.map((figures) => figures[name])),
  ]);
  const lost = Object.keys(found[0].scores).map((title) => [
    title,
    100 - median(found.map(({ scores }) => scores[title])),
  ]);
  return { ...Object.fromEntries(figures), lost: Object.fromEntries(lost) };
}

/** Measures seven pages on a phone (simulated slow 4G, CPU slowed down four times) and on a desktop. */
export async function measurePaint({ runs }) {
  const count = 200;
  const article = Array.from({ length: count }, (_, index) => index).findLast(isLongest);
  const pages = {
    "/": "/",
    "/about": "/about",
    "/services": "/services",
    "/seo": "/seo",
    "/contact": "/contact",
    "/blog": "/blog",
    "/blog/{slug}": `/blog/${slugOf(article)}`,
  };
  const site = await Site.start(await prepare(count), { pinned: false });
  const copy = await StillCopy.start(site, Object.values(pages));
  const rows = [];
  for (const [name, path] of Object.entries(pages)) {
    const add = (device, id, title, value, most) =>
      rows.push({
        id: `paint-${name}-${device}-${id}`,
        group: `Lighthouse, \`${name}\` on a ${device}`,
        name: title,
        unit: id === "cls" || id.startsWith("lost") ? "" : "ms",
        value,
        target: most === undefined ? undefined : { most },
      });
    const still = await reports(`${copy.origin}${path}`, runs);
    const phone = await reports(`${site.origin}${path}`, runs);
    for (const [id, most] of Object.entries(PHONE))
      add("phone", id, NAMES[id], phone[id], id === "lcp" && name === "/" ? HOME_LCP : most);
    for (const id of ["fcp", "lcp", "tbt"])
      add("phone", `still-${id}`, `${NAMES[id]} of a copy without scripts`, still[id]);
    for (const [title, points] of Object.entries(phone.lost))
      add("phone", `lost-${title}`, `points lost: ${title}`, points, 0);
    const desk = await reports(`${site.origin}${path}`, runs, "desktop");
    for (const [id, most] of Object.entries(DESK)) add("desk", id, NAMES[id], desk[id], most);
    // Shows progress, as all of it takes a quarter of an hour.
    console.error(name, JSON.stringify({ phone, still, desk }));
  }
  copy.stop();
  await site.stop();
  return rows;
}
