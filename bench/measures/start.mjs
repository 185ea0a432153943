// Time from the start of the process to its first page.

import { Site, prepare } from "../lib/site.mjs";
import { median } from "../lib/statistics.mjs";

/**
 * Measures the milliseconds from starting the process to the first response for `/blog`, with files in the system's
 * cache.
 */
export async function measureStart({ runs, many }) {
  const rows = [];
  for (const count of [200, many]) {
    const data = await prepare(count);
    const samples = [];
    for (let run = 0; run < runs + 1; run += 1) {
      const site = await Site.start(data, { pinned: false });
      await site.client.get("/blog");
      // The first start reads the binary and the database from disk, so it is not counted.
      if (run > 0) samples.push(performance.now() - site.begun);
      await site.stop();
    }
    rows.push({
      id: `start-${count}`,
      group: "Cold start",
      name: `process start to \`/blog\`, ${count.toLocaleString("en-GB")} posts`,
      unit: "ms",
      value: median(samples),
      target: count === 200 ? { most: 300 } : undefined,
      samples,
    });
  }
  return rows;
}
