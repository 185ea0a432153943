// Duration of an import.

import { median } from "../lib/statistics.mjs";
import { importPosts, prepare } from "../lib/site.mjs";

/** Imports many posts into an empty database. */
export async function measureImport({ runs, many }) {
  const seconds = [];
  for (let run = 0; run < runs; run += 1) {
    const imported = await importPosts(many);
    seconds.push(imported.seconds);
    await prepare(many, imported);
  }
  return [
    {
      id: "import",
      group: "Import",
      name: `\`foundfirst posts import\` of ${many.toLocaleString("en-GB")} posts`,
      unit: "s",
      value: median(seconds),
      target: { most: 30 },
      samples: seconds,
    },
  ];
}
