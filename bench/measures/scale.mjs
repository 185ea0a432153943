// Speed of lists and searches with many posts, on both engines, and the size of the database.

import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";

import { Postgres } from "../lib/postgres.mjs";
import { addAdmin, importPosts, prepare, Site } from "../lib/site.mjs";
import { median } from "../lib/statistics.mjs";
import { ADDRESSES, renderEach, warmUp } from "../lib/uncached.mjs";
import { SUBJECTS, textBytes } from "../posts.mjs";

const FEW = 100;
/** Limit for the median response time, in milliseconds. */
const ANSWER = { most: 50 };
/** Limit as a multiple of the text. */
const DATABASE = { most: 3 };

const address = (name, texts) => texts.map((text) => `${name}${encodeURIComponent(text)}`);
const search = (...texts) => address("/blog?search=", texts);
const staffSearch = (...texts) => address("/admin/blog?search=", texts);

/** Requests by name. The addresses are the same at every size. */
const PUBLIC = {
  listing: ADDRESSES.listing(FEW),
  "category or tag": ADDRESSES.tag(),
  "search, a word of every twelfth title": ADDRESSES.search(),
  "search, a word of half of all posts": search("signal", "basket", "weekly report"),
  "search, a phrase": search("crawler server answer"),
  "search, two characters": search("aw", "ub", "qz"),
};
const ADMIN = {
  "admin list": ["title", "author", "status", "created_at"].flatMap((sort) =>
    ["asc", "desc"].map((direction) => `/admin/blog?sort=${sort}&dir=${direction}`),
  ),
  "admin search, a word": staffSearch(...SUBJECTS),
  "admin search, part of a word": staffSearch(...SUBJECTS.map((subject) => subject.slice(1, 5))),
  "admin search, a word of half of all posts": staffSearch("signal", "basket", "weekly report"),
  "admin search, a phrase": staffSearch("crawler server", "budget template", "price basket"),
  "admin search, two characters": staffSearch("aw", "ub", "qz"),
};

/** Measures the response times of the admin pages' data, in milliseconds. */
async function askAsStaff(site, addresses) {
  const cookies = (await site.cookies()).map(({ name, value }) => `${name}=${value}`);
  const headers = { cookie: cookies.join("; ") };
  const milliseconds = [];
  for (const path of addresses) {
    const answer = await site.client.get(`/_data${path}`, { headers });
    if (answer.status !== 200) throw new Error(`${path}: status ${answer.status}`);
    milliseconds.push(answer.milliseconds);
  }
  return milliseconds;
}

/** Returns the size of the database files in a data directory, in megabytes. */
const sqliteSize = (data) =>
  readdirSync(data)
    .filter((name) => name.startsWith("foundfirst.sqlite3"))
    .reduce((sum, name) => sum + statSync(join(data, name)).size, 0) / 1e6;

/** Returns the medians of every kind for one site, over `runs` servers started one after another. */
async function measureSite(data, settings, runs) {
  const samples = new Map([...Object.keys(PUBLIC), ...Object.keys(ADMIN)].map((kind) => [kind, []]));
  for (let run = 0; run < runs; run += 1) {
    const site = await Site.start(data, { settings });
    await warmUp(site);
    for (const [kind, addresses] of Object.entries(PUBLIC))
      samples.get(kind).push(...(await renderEach(site, addresses)).milliseconds);
    for (const [kind, addresses] of Object.entries(ADMIN))
      samples.get(kind).push(...(await askAsStaff(site, addresses)));
    await site.stop();
  }
  return samples;
}

function rows(engine, count, samples) {
  const posts = `${count.toLocaleString("en-GB")} posts`;
  return [...samples].map(([kind, milliseconds]) => ({
    id: `scale-${engine}-${count}-${kind.replaceAll(/[^a-z]+/g, "-")}`,
    group: `Scale, ${engine}, ${posts}`,
    name: `${kind}, median`,
    unit: "ms",
    value: median(milliseconds),
    target: ANSWER,
  }));
}

function databaseRows(engine, count, megabytes) {
  const text = textBytes(count) / 1e6;
  const group = `Scale, ${engine}, ${count.toLocaleString("en-GB")} posts`;
  const id = `scale-${engine}-${count}-database`;
  return [
    { id, group, name: "database", unit: "MB", value: megabytes },
    { id: `${id}-ratio`, group, name: "database ÷ its text", unit: "", value: megabytes / text, target: DATABASE },
  ];
}

/** Measures medians with few posts and with each of `sizes`, on both engines. */
export async function measureScale({ runs, sizes }) {
  const found = [];
  for (const count of [FEW, ...sizes]) {
    const data = await prepare(count);
    found.push(...rows("SQLite", count, await measureSite(data, {}, runs)));
    if (count > FEW) found.push(...databaseRows("SQLite", count, sqliteSize(data)));
  }
  for (const count of [FEW, ...sizes]) {
    const server = await Postgres.start();
    const settings = { FOUNDFIRST_DATABASE_URL: server.url };
    const { data } = await importPosts(count, settings);
    await addAdmin(data, settings);
    server.analyse();
    found.push(...rows("PostgreSQL", count, await measureSite(data, settings, runs)));
    if (count > FEW) found.push(...databaseRows("PostgreSQL", count, server.size()));
    await server.stop();
  }
  return found;
}
