// Whether pages take longer when there are a hundred or a thousand times as many posts: all sites in turns, in one run.

import { prepare, Site } from "../lib/site.mjs";
import { median } from "../lib/statistics.mjs";
import { ADDRESSES, renderEach, warmUp } from "../lib/uncached.mjs";
import { SUBJECTS } from "../posts.mjs";

const FEW = 100;
const TARGET = { most: 2 };

/** How long each kind of page takes on a site, in milliseconds. The addresses are the same at every size. */
const KINDS = {
  ...Object.fromEntries(
    Object.entries(ADDRESSES).map(([kind, addresses]) => [
      `uncached ${kind}`,
      async (site) => (await renderEach(site, addresses(FEW))).milliseconds,
    ]),
  ),
  "search of staff": searchesOfStaff(SUBJECTS),
  "search of staff for a part": searchesOfStaff(SUBJECTS.map((subject) => subject.slice(1, 5))),
  "search of staff for a phrase": searchesOfStaff(["crawler server", "budget template", "price basket"]),
  "search of staff for two characters": searchesOfStaff(["aw", "ub", "qz"]),
};

/** How long the list of staff takes to find each of some texts. */
function searchesOfStaff(texts) {
  return async (site) => {
    const cookies = (await site.cookies()).map(({ name, value }) => `${name}=${value}`);
    const headers = { cookie: cookies.join("; ") };
    const milliseconds = [];
    for (const text of texts) {
      const answer = await site.client.get(`/_data/admin/blog?search=${encodeURIComponent(text)}`, { headers });
      milliseconds.push(answer.milliseconds);
    }
    return milliseconds;
  };
}

/** Medians with few posts and with each of `sizes`. */
export async function measureScale({ runs, sizes }) {
  const counts = [FEW, ...sizes];
  const samples = Object.fromEntries(
    Object.keys(KINDS).map((kind) => [kind, new Map(counts.map((count) => [count, []]))]),
  );
  for (let run = 0; run < runs; run += 1) {
    const sites = new Map();
    for (const count of counts) {
      const site = await Site.start(await prepare(count));
      await warmUp(site);
      sites.set(count, site);
    }
    for (const [kind, measure] of Object.entries(KINDS)) {
      for (const count of run % 2 === 0 ? counts : counts.toReversed()) {
        samples[kind].get(count).push(...(await measure(sites.get(count))));
      }
    }
    for (const site of sites.values()) await site.stop();
  }
  return Object.entries(samples).flatMap(([kind, found]) => {
    const id = `scale-${kind.split(" ").at(-1)}`;
    const group = `Scale, ${kind}`;
    const few = median(found.get(FEW));
    return counts.flatMap((count) => {
      const value = median(found.get(count));
      const posts = `${count.toLocaleString("en-GB")} posts`;
      const row = { id: `${id}-${count}`, group, name: `${posts}, median`, unit: "ms", value };
      if (count === FEW) return [row];
      const ratio = {
        id: `${id}-${count}-ratio`,
        group,
        name: `${posts}, ratio`,
        unit: "",
        value: value / few,
        target: TARGET,
      };
      return [row, ratio];
    });
  });
}
