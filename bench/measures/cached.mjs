// Cached pages, alternating with nginx that serves the same bytes and headers from a file.

import { ACCEPTED } from "../lib/client.mjs";
import { Nginx } from "../lib/nginx.mjs";
import { CORES, output, start } from "../lib/processes.mjs";
import { Site, prepare } from "../lib/site.mjs";
import { median } from "../lib/statistics.mjs";
import { isLongest, slugOf } from "../posts.mjs";

const CONNECTIONS = 32;

/** Duration of a round. Many short rounds, as a virtual processor is fast for some seconds and slow for others. */
const SECONDS = 2;

/** Generates load on an address. Returns the number of requests and the time taken, in seconds. */
async function load(origin, path, seconds) {
  const args = [
    "-t1",
    `-c${CONNECTIONS}`,
    `-d${seconds}s`,
    "-H",
    `Accept-Encoding: ${ACCEPTED}`,
    `${origin}${path}`,
  ];
  const report = await output(start("wrk", args, { core: CORES?.client }));
  const [, requests, time, unit] = report.match(/(\d+) requests in ([\d.]+)(m?s|m)/) ?? [];
  if (!requests) throw new Error(`wrk said:\n${report}`);
  const failed = report.match(/Non-2xx or 3xx responses: (\d+)|Socket errors: (.*)/);
  if (failed) throw new Error(`wrk, ${origin}${path}: ${failed[0]}`);
  return {
    requests: Number(requests),
    seconds: Number(time) * ({ ms: 0.001, s: 1, m: 60 }[unit] ?? 1),
  };
}

async function round(server, path) {
  const before = server.cpu();
  const done = await load(server.origin, path, SECONDS);
  const cpu = server.cpu() - before;
  return { rate: done.requests / done.seconds, micros: (cpu / done.requests) * 1e6 };
}

/** Measures requests per second and CPU time per request of three pages, foundfirst and nginx in alternation. */
export async function measureCached({ rounds }) {
  const count = 200;
  const article = Array.from({ length: count }, (_, index) => index).findLast(isLongest);
  // nginx serves a file for an address that ends with a slash only by an internal redirect, so the home page has
  // another address there.
  const pages = [
    { name: "listing", ours: "/blog", theirs: "/blog" },
    { name: "article", ours: `/blog/${slugOf(article)}`, theirs: `/blog/${slugOf(article)}` },
    { name: "home", ours: "/", theirs: "/home" },
  ];
  const site = await Site.start(await prepare(count));
  const answers = new Map();
  for (const page of pages) {
    const answer = await site.warm(page.ours);
    if (answer.headers["content-encoding"] !== "br")
      throw new Error(`${page.ours} is not sent in Brotli`);
    answers.set(page.theirs, answer);
    page.bytes = answer.body.length;
  }
  const nginx = await Nginx.start(answers);
  const results = [];
  for (const page of pages) {
    await load(site.origin, page.ours, 1);
    await load(nginx.origin, page.theirs, 1);
    const pairs = [];
    for (let number = 0; number < rounds; number += 1) {
      const ours = () => round(site, page.ours);
      const theirs = () => round(nginx, page.theirs);
      // The order alternates, so that a machine that becomes slower favours neither.
      const pair = {};
      if (number % 2 === 0) [pair.ours, pair.theirs] = [await ours(), await theirs()];
      else [pair.theirs, pair.ours] = [await theirs(), await ours()];
      pairs.push(pair);
    }
    results.push(...rowsOf(page, pairs));
  }
  await site.stop();
  await nginx.stop();
  return results;
}

function rowsOf(page, pairs) {
  const group = `Cached ${page.name}, ${page.bytes.toLocaleString("en-GB")} bytes of Brotli`;
  const row = (id, name, unit, pick, target) => {
    const samples = pairs.map(pick);
    return {
      id: `cached-${page.name}-${id}`,
      group,
      name,
      unit,
      value: median(samples),
      target,
      samples,
    };
  };
  return [
    row("rate", "foundfirst", "requests/s", ({ ours }) => ours.rate),
    row("rate-nginx", "nginx", "requests/s", ({ theirs }) => theirs.rate),
    row("cpu", "foundfirst, CPU per request", "µs", ({ ours }) => ours.micros),
    row("cpu-nginx", "nginx, CPU per request", "µs", ({ theirs }) => theirs.micros),
    row(
      "cpu-ratio",
      "CPU per request, foundfirst ÷ nginx",
      "",
      ({ ours, theirs }) => ours.micros / theirs.micros,
      {
        most: 0.9,
      },
    ),
  ];
}
