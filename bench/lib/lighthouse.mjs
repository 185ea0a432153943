// Runs Lighthouse from its command line.

import { fileURLToPath } from "node:url";

import { output, start } from "./processes.mjs";

const CLI = fileURLToPath(new URL("../node_modules/lighthouse/cli/index.js", import.meta.url));

const FLAGS = [
  "--headless=new",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/**
 * Returns a report on an address: first and largest contentful paint and total blocking time in milliseconds, the
 * layout shift, and the four scores out of 100. `preset` is "desktop", or undefined for a phone on a slow network.
 */
export async function report(url, preset) {
  const { audits, categories } = await run(url, preset);
  return {
    fcp: audits["first-contentful-paint"].numericValue,
    lcp: audits["largest-contentful-paint"].numericValue,
    tbt: audits["total-blocking-time"].numericValue,
    cls: audits["cumulative-layout-shift"].numericValue,
    scores: Object.fromEntries(
      Object.values(categories).map(({ title, score }) => [title, Math.round(score * 100)]),
    ),
  };
}

/** Attempts per report: occasionally Chromium records no trace, and Lighthouse asks to be run again. */
const TRIES = 3;

async function run(url, preset, tries = TRIES) {
  const json = output(
    start(
      process.execPath,
      [
        CLI,
        url,
        "--quiet",
        "--output=json",
        `--chrome-flags=${FLAGS.join(" ")}`,
        ...(preset ? [`--preset=${preset}`] : []),
      ],
      { env: { CHROME_PATH: "/usr/bin/chromium" } },
    ),
  );
  try {
    return JSON.parse(await json);
  } catch (error) {
    if (tries <= 1 || !String(error).includes("run Lighthouse again")) throw error;
    return run(url, preset, tries - 1);
  }
}
