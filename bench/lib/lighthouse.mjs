// Lighthouse, as its command runs it.

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
 * One report on an address: milliseconds of the first and the largest paint and of blocked time, the layout shift, and
 * the four scores out of 100. `preset` is "desktop", or undefined for a phone on a slow network.
 */
export async function report(url, preset) {
  const json = await output(
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
  const { audits, categories } = JSON.parse(json);
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
