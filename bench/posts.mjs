// Makes posts for measuring: always the same ones, in the form of an import file.
//
//   node bench/posts.mjs --posts 10000 > posts.json

import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";

/** The blog's categories; post number i has category i modulo 8. */
export const CATEGORIES = [
  "Technical SEO",
  "Algorithm Updates",
  "Content Strategy",
  "Link Building",
  "Local SEO",
  "Analytics & Data",
  "E-commerce SEO",
  "Mobile SEO",
];

/** Tags besides the category; each post has two. */
export const TOPICS = [
  "Log files",
  "Crawl budget",
  "Sitemaps",
  "Canonical URLs",
  "Redirects",
  "Rendering",
  "Core Web Vitals",
  "Images",
  "Structured data",
  "Internal links",
  "Anchor text",
  "Outreach",
  "Reviews",
  "Opening hours",
  "Product pages",
  "Facets",
  "Search Console",
  "Attribution",
  "Dashboards",
  "Migrations",
  "Headings",
  "Snippets",
  "Site speed",
  "Pagination",
];

const SECTIONS = [
  "SEO",
  "Services",
  "About",
  "Home",
  "Technical SEO",
  "Content Marketing",
  "Local SEO",
  "Analytics",
];

const OPENINGS = [
  "How to read",
  "What changed in",
  "A field guide to",
  "Seven checks for",
  "The cost of ignoring",
  "Measuring",
  "When to rebuild",
  "A quiet fix for",
  "Lessons from",
  "The case against",
  "Planning",
  "Debugging",
];

/** Words of titles; each is in about one title of twelve, so that a search for one fills a page of the listing. */
export const SUBJECTS = [
  "crawling",
  "indexing",
  "navigation",
  "templates",
  "snapshots",
  "backlinks",
  "storefronts",
  "directories",
  "dashboards",
  "experiments",
  "categories",
  "filters",
  "headlines",
  "summaries",
  "archives",
  "keywords",
  "rankings",
  "sessions",
  "audits",
  "releases",
  "servers",
  "caches",
  "images",
  "queries",
];

const WORDS = (
  "a the of to and in that is for it with on as at by from this page site search result link crawler server answer " +
  "query index visitor title heading content change measure report week month team client fix test log file status " +
  "redirect canonical signal snippet click impression position budget template release section category product shop " +
  "address review listing phone screen speed image script font byte cache header sitemap feed robot rule order word " +
  "question intent topic cluster author source reference quote number table chart trend season market price basket"
).split(" ");

/** Number of words in every fourth post, the most in any. */
export const LONGEST = 1500;
const SHORTEST = 300;
const EPOCH = Date.UTC(2020, 0, 1);
/** Interval between two posts in milliseconds: a hundred thousand of them are all in the past. */
const HALF_HOUR = 30 * 60 * 1000;

/** Returns a generator of pseudo-random numbers from 0 to 1 (mulberry32). */
function randomFrom(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** Returns `count` words as sentences of 6 to 16 words. */
function prose(count, random) {
  const sentences = [];
  for (let left = count; left > 0; ) {
    const length = Math.min(left, 6 + Math.floor(random() * 11));
    const words = Array.from({ length }, () => WORDS[Math.floor(random() * WORDS.length)]);
    sentences.push(`${capital(words.join(" "))}.`);
    left -= length;
  }
  return sentences.join(" ");
}

/** Returns HTML with `words` words: paragraphs, and between them headings, lists, links, code and quotations. */
function article(words, random) {
  const parts = [];
  let left = words;
  const take = (wanted) => {
    const count = Math.min(left, wanted);
    left -= count;
    return prose(count, random);
  };
  for (let block = 0; left > 0; block += 1) {
    if (block % 4 === 0)
      parts.push(`<h${block % 12 === 8 ? 3 : 2}>${take(5)}</h${block % 12 === 8 ? 3 : 2}>`);
    if (block % 5 === 2)
      parts.push(`<ul><li>${take(14)}</li><li>${take(14)}</li><li>${take(14)}</li></ul>`);
    else if (block % 9 === 5) parts.push(`<pre><code>${take(18)}</code></pre>`);
    else if (block % 9 === 7) parts.push(`<blockquote><p>${take(24)}</p></blockquote>`);
    else if (block % 3 === 1)
      parts.push(
        `<p>${take(40)} <a href="/services">${take(4)}</a> <strong>${take(12)}</strong></p>`,
      );
    else parts.push(`<p>${take(60)}</p>`);
  }
  return parts.join("\n");
}

/** Whether post number `index` is one of the longest. */
export const isLongest = (index) => index % 4 === 3;

/** Returns the slug of post number `index`, from 0. */
export const slugOf = (index) => `measured-${String(index).padStart(5, "0")}`;

/** Returns post number `index`, from 0. Later posts have later dates. */
export function post(index) {
  const random = randomFrom(index + 1);
  const subject = SUBJECTS[index % SUBJECTS.length];
  const other = SUBJECTS[(index * 7 + 5) % SUBJECTS.length];
  const opening = OPENINGS[Math.floor(index / SUBJECTS.length) % OPENINGS.length];
  const words = isLongest(index) ? LONGEST : SHORTEST + Math.floor(random() * (LONGEST - SHORTEST));
  return {
    title: `${opening} ${subject} and ${other}, part ${index + 1}`,
    slug: slugOf(index),
    excerpt: prose(22, random),
    content: article(words, random),
    author: "Admin",
    date: new Date(EPOCH + index * HALF_HOUR).toISOString(),
    tags: [
      CATEGORIES[index % CATEGORIES.length],
      TOPICS[index % TOPICS.length],
      TOPICS[(index * 5 + 7) % TOPICS.length],
    ],
    sectionTags: [SECTIONS[index % SECTIONS.length]],
    published: true,
    featured: index % 25 === 0,
    trending: index % 10 === 0,
    seo: { metaDescription: prose(20, random) },
  };
}

/** Returns `count` posts, starting with number `first`. */
export const posts = (count, first = 0) =>
  Array.from({ length: count }, (_, index) => post(first + index));

/** Returns the size of the texts of the first `count` posts in bytes. */
export function textBytes(count) {
  let bytes = 0;
  for (let index = 0; index < count; index += 1) {
    const { title, excerpt, content, seo } = post(index);
    bytes += Buffer.byteLength(title + excerpt + content + seo.metaDescription);
  }
  return bytes;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const { values } = parseArgs({ options: { posts: { type: "string", default: "100" } } });
  const count = Number(values.posts);
  if (!Number.isInteger(count) || count < 1) {
    console.error(`--posts: "${values.posts}" is not a number of posts`);
    process.exit(2);
  }
  process.stdout.write(`${JSON.stringify(posts(count))}\n`);
}
