// The cost of a rendered page: database, React, compression, and the rest of the server.

import { Site, prepare } from "../lib/site.mjs";
import { median, percentile } from "../lib/statistics.mjs";
import { ADDRESSES, renderEach, warmUp } from "../lib/uncached.mjs";

const COUNT = 1000;

/** Measures CPU time and latency of uncached listings and articles, with a new server for each run. */
export async function measureUncached({ runs }) {
  const data = await prepare(COUNT);
  const kinds = [
    {
      name: "listing",
      title: "listing of 12 cards",
      target: { most: 15 },
      addresses: ADDRESSES.listing(COUNT),
      runs: [],
    },
    {
      name: "article",
      title: "article of 1,500 words",
      target: { most: 5 },
      addresses: ADDRESSES.article(COUNT),
      runs: [],
    },
  ];
  for (let run = 0; run < runs; run += 1) {
    const site = await Site.start(data);
    await warmUp(site);
    for (const kind of kinds) kind.runs.push(await renderEach(site, kind.addresses));
    await site.stop();
  }
  return kinds.flatMap(({ name, title, target, runs: measured }) => {
    const group = `Uncached ${title}`;
    const milliseconds = measured.flatMap((run) => run.milliseconds);
    const cpu = measured.map((run) => run.cpu);
    return [
      {
        id: `uncached-${name}-cpu`,
        group,
        name: "CPU per request",
        unit: "ms",
        value: median(cpu),
        target,
        samples: cpu,
      },
      {
        id: `uncached-${name}-median`,
        group,
        name: "answer time, median",
        unit: "ms",
        value: median(milliseconds),
      },
      {
        id: `uncached-${name}-p99`,
        group,
        name: "answer time, 99th percentile",
        unit: "ms",
        value: percentile(milliseconds, 0.99),
      },
    ];
  });
}
