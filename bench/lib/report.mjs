// Formats the results as a table for the terminal, as docs/performance.md, and as JSON.

import { readFileSync } from "node:fs";
import { arch, cpus, release, totalmem } from "node:os";

import { chromiumVersion } from "./browser.mjs";
import { nginxVersion } from "./nginx.mjs";
import { CORES, version } from "./processes.mjs";
import { BINARY } from "./site.mjs";
import { readable } from "./statistics.mjs";

/** Describes what was measured, and on which machine. */
export function describeMachine() {
  const processors = cpus();
  const system = readFileSync("/etc/os-release", "utf8").match(/^PRETTY_NAME="?([^"\n]+)/m)?.[1];
  return {
    date: new Date().toISOString().slice(0, 10),
    cores: processors.length,
    processor: processors[0]?.model ?? arch(),
    memory: `${(totalmem() / 1e9).toFixed(1)} GB`,
    system: `${system}, Linux ${release()}`,
    foundfirst: version(BINARY, ["--version"]),
    nginx: nginxVersion(),
    wrk: version("wrk", ["-v"])?.match(/wrk\s+(\S+)/)?.[1] ?? null,
    chromium: chromiumVersion(),
    node: process.version,
    pinned: CORES !== null,
  };
}

/** Whether a row meets its target; null if it has none. */
export const met = (row) => (row.target ? row.value <= row.target.most : null);

const measured = (row) => `${readable(row.value)}${row.unit ? ` ${row.unit}` : ""}`;
const wanted = (row) => (row.target ? `≤ ${row.target.most}${row.unit ? ` ${row.unit}` : ""}` : "");
const verdict = (row) => ({ true: "yes", false: "**no**", null: "" })[String(met(row))];

/** Formats a group's rows for the terminal. */
export function lines(rows) {
  const out = [];
  let group = null;
  for (const row of rows) {
    if (row.group !== group) out.push(`\n${row.group}`);
    group = row.group;
    const mark = { true: "met", false: "MISSED", null: "" }[String(met(row))];
    out.push(
      `  ${row.name.padEnd(52)} ${measured(row).padStart(18)}  ${wanted(row).padStart(12)}  ${mark}`.trimEnd(),
    );
  }
  return out.join("\n");
}

function table(rows) {
  const out = ["| what | measured | target | met |", "|---|---:|---:|---|"];
  let group = null;
  for (const row of rows) {
    if (row.group !== group) out.push(`| **${row.group}** | | | |`);
    group = row.group;
    out.push(`| ${row.name} | ${measured(row)} | ${wanted(row)} | ${verdict(row)} |`);
  }
  return out.join("\n");
}

/** Manual experiments with the first paint: successive changes to the same pages. */
const TRIALS = `## Experiments with the first paint

Lighthouse as a phone, medians, through a proxy that rewrote the documents of one build on a machine three times slower than the one above; the
blocked time was the machine's own (600 ms without any script) and is left out. Milliseconds, listing / article; home where it was measured.

| change, on top of the one before | first paint | largest paint |
|---|---|---|
| scripts with \`fetchpriority="low"\`, one style sheet of 17 kB | 1,292 / 1,223 | 2,250 / 2,101 |
| the page's styles in the document | 1,194 / 1,072 | 2,070 / 2,283 |
| the whole style sheet linked at the end of the body (once a layout shift of 0.1) | 1,217 / 1,066 | 2,208 / 2,372 |
| style sheet and scripts fetched after \`load\`, or at the first touch, key or pointer | 1,102 / 1,056 | 1,756 / 1,656 |
| two fonts of 34 kB instead of 54 | 1,174 / 1,083; home 1,113 | 1,435 / 1,506; home 2,373 |
| the whole style sheet in the document instead of the page's part | 1,212 / 1,060; home 1,571 | 1,440 / 1,510; home 2,269 |
| for comparison: no scripts at all | 1,213 / 1,063; home 1,073 | 1,324 / 1,513; home 2,198 |

Kept: the page's styles in the document, everything else after \`load\` and the first paint, small fonts. Styles of the first screen alone, from a table kept by hand,
were 6 to 9 kB of Brotli instead of 7 to 11; the table had to follow every change of a page, and the paint was the same.

On 26 November 2026, on two cores of an AMD EPYC where nothing else ran, home painted first after 1,587 ms and its largest part after 2,507 (medians
of four): its files had all come before its drawn background was painted, so that scripts fetched after \`load\` still came before the paint. They wait for
the first paint as well since then: 1,052 and 1,802 (of three).

On 27 November 2026, on two cores of an Intel Xeon where nothing else ran, \`/about\` through the same proxy (medians of three to five). The simulation
takes fonts that are requested during the layout for files that block the first paint, and each font or style sheet that arrives makes the browser lay out
all that has been laid out.

| change, on top of the one before | first paint | largest paint | blocked |
|---|---|---|---|
| none | 1,070 | 1,520 | 154 to 315 |
| \`content-visibility: auto\` below the first screen, until style sheets and fonts have come | 1,059 | 1,509 | 0 |
| the monospace fonts preloaded with \`fetchpriority="low"\` | 849 | 1,509 | 20 |
| instead, the monospace fonts in the style sheet that follows | 835 | 1,355 | 44 |
| both other fonts 13 kB instead of 19 and 17 | 866 | 1,363 | 4 |

Kept: the second (on touch screens), the fourth, and fonts without the characters of code (16 and 14 kB). Blocked time differs between runs of the same page by up to 100 ms.

On 28 November 2026, on two cores of an AMD EPYC, cards of posts became blocks instead of grids, whose rows the browser laid out several times for the
aspect ratio of a cover: a card took 2 ms instead of 6 to 9. All layout of \`/about\` while it loads took 245 ms instead of 405, of \`/blog\` 246 instead of
495 (means of four). Blocked time there was 190 to 880 ms for the same page from run to run, and is no measure of it. \`content-visibility\` for the
paragraphs of an article, and \`:has()\` limited to four levels of the page, saved nothing and were left out.

Speculation rules are not sent. The first move of a pointer fetches the scripts, and from then on the app prefetches the data of a link
under the pointer (2 to 10 kB); rules could serve only the moment before, would fetch the whole document as well, and a page rendered in advance runs its
scripts for a visitor who may never come. This was decided from what is fetched, not by a measurement.

Early Hints (103) are not sent either: a cached document begins 0.1 ms after its request and one that must be rendered 7 to 12 ms (medians, above): hints could
be earlier by no more than that.

## Experiments with typing

On 28 November 2026, on two cores of an AMD EPYC where nothing else ran, a key in visual mode took 16 to 19 ms. In an editable element with the same text and
no script it took 8 to 12, with 500 words 4, and 1 more at the end of the text than at its beginning: this is the browser's work, which grows with the text.
In a form with nothing but a title it took 4, in the title of the editor 11; the editor's own code takes 1.5 of these.

| change | a key in visual mode |
|---|---|
| none | 16.3 to 17.6 |
| \`content-visibility: auto\` on paragraphs: the key 1.7 less, layout and its observers 2.2 more | 16.1 to 17.5 |
| in the element without script: \`spellcheck\`, \`autocorrect\` and others off, \`contain\`, plain text only | no difference beyond the spread |

Inserting characters in the place of the browser would save the reading of its changes, and with them its marks of misspelt words would disappear at each key.
`;

/** Above this share of the machine, other programs affect the measurements. */
const QUIET = 0.1;

/**
 * Returns docs/performance.md. Each measure has its rows, its date, and the share of the machine that other programs
 * used during it.
 */
export function document(measures, machine) {
  const rows = measures.flatMap((measure) => measure.rows);
  const others = Math.max(...measures.map((measure) => measure.others));
  const dates = [...new Set(measures.map((measure) => measure.date))].sort();
  const missed = rows.filter((row) => met(row) === false);
  const targets = rows.filter((row) => row.target).length;
  const spread = (row) =>
    row.samples?.length > 1
      ? `; ${row.samples.length} runs from ${readable(Math.min(...row.samples))} to ${readable(Math.max(...row.samples))}`
      : "";
  const list = missed.map(
    (row) =>
      `- ${row.group}, ${row.name}: ${measured(row)} instead of ${wanted(row)}${spread(row)}.`,
  );
  return `# Performance

Written by \`make bench\` (\`node bench/run.mjs\`); not edited by hand. Measured ${dates.length > 1 ? `from ${dates[0]} to ${dates.at(-1)}, a part at a time` : `on ${dates[0]}`}.

| machine | |
|---|---|
| processor | ${machine.cores} cores, ${machine.processor} |
| memory | ${machine.memory} |
| system | ${machine.system} |
| used by other programs meanwhile | ${dates.length > 1 ? "at most " : ""}${Math.round(others * 100)} % of the machine |
| versions | ${machine.foundfirst}, nginx ${machine.nginx}, wrk ${machine.wrk}, Chromium ${machine.chromium}, Node ${machine.node} |

${targets - missed.length} of ${targets} targets are met.${others > QUIET ? " Other programs were at work on the machine: response times, requests a second and the start are worse than they would be alone." : ""}${missed.length > 0 ? ` Missed:\n\n${list.join("\n")}` : ""}

## Figures

${table(rows)}

## How it is measured

Figures are medians unless their name says otherwise. Ratios come from one run in which both sides take turns, so that a slow moment of the machine touches both.
CPU is user and system time of the process with its threads and children from \`/proc\`, divided by the requests: it suffers less than
response times and requests a second when other programs share the machine, but it does suffer.${machine.pinned ? " The server has one core, what asks it another." : " There is one core for server and client."}
Start, memory and first load are measured with all cores.

- **Posts** are made by \`bench/posts.mjs\`, always the same ones: 8 categories, 24 tags, 300 to 1,500 words.
- **Cached**: wrk, 32 kept-open connections, the \`Accept-Encoding\` of browsers. nginx has one worker and serves the bytes that foundfirst sent as a
  file, with the same headers, \`sendfile\`, \`tcp_nopush\`, \`open_file_cache\`, no log. Before anything is measured the answers are compared.
- **Uncached**: one request after another on one connection, each for an address that this process has not been asked for; the server's
  own counter confirms that each was rendered. The time includes database, React, the first compression and the client.
- **Publishing**: through the API, while the listing and the post are cached. An old answer is one without the new title.
- **First load**: Chromium as a phone (412 × 823 CSS pixels, device pixel ratio 1.75), empty cache, no scrolling, all requests until the network
  is quiet; bytes of the bodies as sent, kB of 1,000 bytes.
- **Typing**: a key every 80 ms in a post of 10,000 words, with search check, history, a comparison and the outline open; all tasks of the page's
  main thread in Chromium's own trace. The same text in an editable element without any script shows what the browser itself needs on this machine.
- **Lighthouse**: each page three times on a phone (simulated slow 4G, the processor at a quarter of its speed) and on a desktop, beside a copy of the
  same page without scripts: what is between the two is what the scripts cost.

\`make bench\` builds the release binary, installs what it needs from Debian (wrk, nginx, chromium, postgresql) and npm (Lighthouse), and takes about an hour.
\`node bench/run.mjs --quick\` takes several minutes and writes no document; \`--quick --only cached,weight\` takes less. \`--only\` without \`--quick\` keeps
the last figures of the same machine for the other measures; \`--strict\` exits with 1 when a target is missed. \`FOUNDFIRST_BIN\` names another binary. All samples are in \`bench/results/latest.json\`.

${TRIALS}`;
}
