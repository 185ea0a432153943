// Requests for pages that are not cached yet.

import { CATEGORIES, SUBJECTS, TOPICS, isLongest, slugOf } from "../posts.mjs";

const words = (text) => encodeURIComponent(text);

/** Distinct addresses, for a site with `count` posts. All listings have twelve cards. */
export const ADDRESSES = {
  listing: (count) =>
    Array.from({ length: Math.floor(count / 12) }, (_, i) =>
      i === 0 ? "/blog" : `/blog?page=${i + 1}`,
    ),
  tag: () => [...CATEGORIES, ...TOPICS].map((tag) => `/blog?tag=${words(tag)}`),
  search: () => SUBJECTS.map((subject) => `/blog?search=${words(subject)}`),
  article: (count) =>
    Array.from({ length: count }, (_, index) => index)
      .filter(isLongest)
      .map((index) => `/blog/${slugOf(index)}`),
};

/**
 * Requests pages other than the measured ones, so that a new server has opened its connections and warmed up its
 * engine.
 */
export async function warmUp(site) {
  for (const path of [
    "/about",
    "/",
    "/blog?latest=true",
    "/blog?trending=true",
    "/blog?search=part",
    `/blog/${slugOf(0)}`,
  ]) {
    await site.client.get(path);
  }
}

/**
 * Requests each address once, one after another. Returns the `milliseconds` of each, and the average `cpu` milliseconds
 * per request. Checks with the server's counter that each was rendered.
 */
export async function renderEach(site, addresses) {
  const rendered = await site.counter("renders");
  const before = site.cpu();
  const milliseconds = [];
  for (const address of addresses) milliseconds.push((await site.client.get(address)).milliseconds);
  const cpu = ((site.cpu() - before) * 1000) / addresses.length;
  // The counter is incremented shortly after the response has been sent.
  let renders = 0;
  for (let tries = 0; tries < 50 && renders < addresses.length; tries += 1) {
    if (tries > 0) await new Promise((resolve) => setTimeout(resolve, 20));
    renders = (await site.counter("renders")) - rendered;
  }
  if (renders !== addresses.length)
    throw new Error(`${addresses.length} pages asked for, ${renders} rendered`);
  return { milliseconds, cpu };
}
