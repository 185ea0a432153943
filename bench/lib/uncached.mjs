// Asking for pages that no cache has yet.

import { CATEGORIES, SUBJECTS, TOPICS, isLongest, slugOf } from "../posts.mjs";

const words = (text) => encodeURIComponent(text);

/** Addresses of which every one is another page, for a site with `count` posts. All listings have twelve cards. */
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

/** Pages that are none of the above, so that a new server has its connections and its engine warm. */
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
 * Asks for each address once, one after another: `milliseconds` of each, and `cpu` milliseconds a request on average.
 * That each was rendered is read off the server's own counter.
 */
export async function renderEach(site, addresses) {
  const rendered = await site.counter("renders");
  const before = site.cpu();
  const milliseconds = [];
  for (const address of addresses) milliseconds.push((await site.client.get(address)).milliseconds);
  const cpu = ((site.cpu() - before) * 1000) / addresses.length;
  // A render is counted a moment after its answer has gone.
  let renders = 0;
  for (let tries = 0; tries < 50 && renders < addresses.length; tries += 1) {
    if (tries > 0) await new Promise((resolve) => setTimeout(resolve, 20));
    renders = (await site.counter("renders")) - rendered;
  }
  if (renders !== addresses.length)
    throw new Error(`${addresses.length} pages asked for, ${renders} rendered`);
  return { milliseconds, cpu };
}
