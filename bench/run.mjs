// Runs the benchmarks. Prints the results, and writes bench/results/latest.json and docs/performance.md.
//
//   node bench/run.mjs [--quick] [--strict] [--only NAME,NAME]
//
// With --only, the other measures keep the latest results of this machine.
//
// The outage for a realistic duration, ten minutes per fault with twenty kills, optionally on PostgreSQL:
//
//   node bench/run.mjs --only outage --outage-minutes 10 --outage-kills 20 [--outage-faults hanging] [--postgres]

import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

import { programs } from "./lib/postgres.mjs";
import { othersShare, stepAside } from "./lib/processes.mjs";
import { describeMachine, document, lines, met } from "./lib/report.mjs";
import { BINARY } from "./lib/site.mjs";
import { FAULTS } from "./lib/smtp.mjs";
import { measureCached } from "./measures/cached.mjs";
import { measureConnections } from "./measures/connections.mjs";
import { measureImport } from "./measures/import.mjs";
import { measureMemory } from "./measures/memory.mjs";
import { measureOutage } from "./measures/outage.mjs";
import { measurePaint } from "./measures/paint.mjs";
import { measurePublish } from "./measures/publish.mjs";
import { measureScale } from "./measures/scale.mjs";
import { measureStart } from "./measures/start.mjs";
import { measureTyping } from "./measures/typing.mjs";
import { measureUncached } from "./measures/uncached.mjs";
import { measureUpload } from "./measures/upload.mjs";
import { measureWeight } from "./measures/weight.mjs";

const MEASURES = {
  import: measureImport,
  cached: measureCached,
  uncached: measureUncached,
  scale: measureScale,
  publish: measurePublish,
  start: measureStart,
  memory: measureMemory,
  connections: measureConnections,
  upload: measureUpload,
  outage: measureOutage,
  weight: measureWeight,
  paint: measurePaint,
  typing: measureTyping,
};

const FULL = {
  runs: 3,
  rounds: 9,
  many: 10_000,
  sizes: [100_000],
  requests: 10_000,
  publications: 10,
  keys: 80,
  outage: 20,
  kills: 2,
};
const QUICK = {
  runs: 1,
  rounds: 1,
  many: 2_000,
  sizes: [2_000],
  requests: 2_000,
  publications: 5,
  keys: 40,
  outage: 5,
  kills: 1,
};

function wrongUsage(message) {
  console.error(`bench: ${message}`);
  process.exit(2);
}

let options;
try {
  options = parseArgs({
    options: {
      quick: { type: "boolean", default: false },
      strict: { type: "boolean", default: false },
      only: { type: "string", default: Object.keys(MEASURES).join(",") },
      "outage-minutes": { type: "string" },
      "outage-kills": { type: "string" },
      "outage-faults": { type: "string", default: Object.keys(FAULTS).join(",") },
      postgres: { type: "boolean", default: false },
    },
  }).values;
} catch (error) {
  wrongUsage(error.message);
}
const chosen = options.only.split(",");
const unknown = chosen.find((name) => !(name in MEASURES));
if (unknown !== undefined)
  wrongUsage(`there is no measure "${unknown}"; there are ${Object.keys(MEASURES).join(", ")}`);
/** Returns the number given for an option, or a default. */
function number(name, otherwise) {
  const text = options[name];
  if (text === undefined) return otherwise;
  if (!(Number(text) >= 0)) wrongUsage(`--${name} is a number`);
  return Number(text);
}
const size = options.quick ? QUICK : FULL;
const settings = {
  ...size,
  outage: Math.round(number("outage-minutes", size.outage / 60) * 60),
  kills: number("outage-kills", size.kills),
  faults: options["outage-faults"].split(","),
  postgres: options.postgres,
};
const unknownFault = settings.faults.find((name) => !(name in FAULTS));
if (unknownFault !== undefined)
  wrongUsage(`there is no fault "${unknownFault}"; there are ${Object.keys(FAULTS).join(", ")}`);
if (!existsSync(BINARY))
  wrongUsage(`${BINARY} does not exist: run make build, or set FOUNDFIRST_BIN`);

const machine = describeMachine();
for (const tool of ["nginx", "wrk", "chromium"]) {
  if (machine[tool] === null) wrongUsage(`${tool} is not installed: bench/setup.sh`);
}
const needsPostgres = chosen.includes("scale") || (chosen.includes("outage") && options.postgres);
if (needsPostgres && programs() === null) wrongUsage("PostgreSQL is not installed: bench/setup.sh");
stepAside();
console.log(`${machine.foundfirst} on ${machine.cores} × ${machine.processor}`);

const path = (relative) => fileURLToPath(new URL(relative, import.meta.url));
const LATEST = path("results/latest.json");

/** Returns the latest results on an equal machine, by measure. */
function earlier() {
  if (!existsSync(LATEST)) return {};
  const latest = JSON.parse(readFileSync(LATEST, "utf8"));
  const isSame = ["cores", "processor", "memory"].every((key) => latest.machine[key] === machine[key]);
  return (isSame && latest.measures) || {};
}

const rows = [];
for (const name of Object.keys(MEASURES).filter((name) => chosen.includes(name))) {
  const found = await MEASURES[name](settings);
  console.log(lines(found));
  rows.push(...found);
  // Results of --quick are too rough to publish. The others are stored at once, in case a later measure fails.
  if (options.quick) continue;
  const measures = { ...earlier(), [name]: { date: machine.date, others: othersShare(), rows: found } };
  mkdirSync(path("results"), { recursive: true });
  writeFileSync(LATEST, `${JSON.stringify({ machine, measures }, null, 2)}\n`);
  const all = Object.keys(MEASURES).map((measure) => measures[measure]);
  if (all.every(Boolean)) writeFileSync(path("../docs/performance.md"), document(all, machine));
}

machine.others = othersShare();
const missed = rows.filter((row) => met(row) === false);
console.log(
  `\nOther programs used ${Math.round(machine.others * 100)} % of the machine meanwhile.`,
);
console.log(
  `${rows.filter((row) => row.target).length - missed.length} targets met, ${missed.length} missed`,
);
process.exit(options.strict && missed.length > 0 ? 1 : 0);
