// Memory after many different requests.

import { Client, text } from "../lib/client.mjs";
import { Site, prepare } from "../lib/site.mjs";
import { median } from "../lib/statistics.mjs";
import { ADDRESSES } from "../lib/uncached.mjs";
import { slugOf } from "../posts.mjs";

const CONNECTIONS = 8;
const PAGES = ["/", "/about", "/services", "/seo", "/contact"];

/**
 * Returns addresses in a fixed order: half are posts, a quarter listings of all kinds, the rest other pages and files.
 */
function addresses(requests, count, assets) {
  const listings = [...ADDRESSES.listing(count), ...ADDRESSES.tag(), ...ADDRESSES.search()];
  let state = 1;
  const below = (most) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * most);
  };
  const any = (list) => list[below(list.length)];
  return Array.from({ length: requests }, () => {
    const kind = below(100);
    if (kind < 50) return `/blog/${slugOf(below(count))}`;
    if (kind < 75) return any(listings);
    if (kind < 85) return any(PAGES);
    return any(assets);
  });
}

/** Measures the resident memory of a server that may use every core, after mixed requests. */
export async function measureMemory({ runs, many, requests }) {
  const [resident, peak, idle] = [[], [], []];
  // Memory varies little, and each run takes a minute.
  for (let run = 0; run < Math.min(runs, 3); run += 1) {
    const site = await Site.start(await prepare(many), { pinned: false });
    const assets = [
      ...text(await site.client.get("/")).matchAll(/(?:href|src)="(\/assets\/[^"]+)"/g),
    ].map((found) => found[1]);
    idle.push(site.memory().resident);
    const client = new Client(site.origin, CONNECTIONS);
    const waiting = addresses(requests, many, assets);
    await Promise.all(
      Array.from({ length: CONNECTIONS }, async () => {
        for (let path = waiting.pop(); path !== undefined; path = waiting.pop())
          await client.get(path);
      }),
    );
    client.close();
    const { resident: now, peak: most } = site.memory();
    resident.push(now);
    peak.push(most);
    await site.stop();
  }
  const group = `Memory, ${many.toLocaleString("en-GB")} posts`;
  return [
    {
      id: "memory-idle",
      group,
      name: "resident after one page",
      unit: "MB",
      value: median(idle),
      samples: idle,
    },
    {
      id: "memory-resident",
      group,
      name: `resident after ${requests.toLocaleString("en-GB")} mixed requests`,
      unit: "MB",
      value: median(resident),
      target: { most: 80 },
      samples: resident,
    },
    {
      id: "memory-peak",
      group,
      name: "at its most",
      unit: "MB",
      value: median(peak),
      samples: peak,
    },
  ];
}
