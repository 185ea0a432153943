// Whether pages take longer when there are a hundred times as many posts: both sites in turns, in one run.

import { Site, prepare } from "../lib/site.mjs";
import { median } from "../lib/statistics.mjs";
import { ADDRESSES, renderEach, warmUp } from "../lib/uncached.mjs";

const FEW = 100;

/** Uncached medians of listing, article, tag and search with few and with many posts. */
export async function measureScale({ runs, many }) {
  const kinds = Object.fromEntries(
    Object.keys(ADDRESSES).map((kind) => [kind, { few: [], many: [] }]),
  );
  const sizes = [
    ["few", FEW],
    ["many", many],
  ];
  for (let run = 0; run < runs; run += 1) {
    const sites = {};
    for (const [size, count] of sizes) {
      sites[size] = await Site.start(await prepare(count));
      await warmUp(sites[size]);
    }
    for (const [kind, samples] of Object.entries(kinds)) {
      // The same addresses at both sizes, where the small site has them.
      const addresses = ADDRESSES[kind](FEW);
      for (const [size] of run % 2 === 0 ? sizes : sizes.toReversed()) {
        samples[size].push(...(await renderEach(sites[size], addresses)).milliseconds);
      }
    }
    for (const site of Object.values(sites)) await site.stop();
  }
  return Object.entries(kinds).flatMap(([kind, samples]) => {
    const group = `Scale, uncached ${kind}`;
    const [few, lots] = [median(samples.few), median(samples.many)];
    return [
      { id: `scale-${kind}-few`, group, name: `${FEW} posts, median`, unit: "ms", value: few },
      {
        id: `scale-${kind}-many`,
        group,
        name: `${many.toLocaleString("en-GB")} posts, median`,
        unit: "ms",
        value: lots,
      },
      {
        id: `scale-${kind}-ratio`,
        group,
        name: "ratio",
        unit: "",
        value: lots / few,
      },
    ];
  });
}
