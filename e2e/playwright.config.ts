import { defineConfig } from "@playwright/test";

/** Where Debian keeps it; another path through CHROMIUM. */
const CHROMIUM = process.env.CHROMIUM ?? "/usr/bin/chromium";

/** Switches off what a browser does beside showing pages: its own traffic would make figures and faults untrue. */
const FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  // No WebGL drawn by the processor: the home page's robot would take the time of every test beside it.
  "--disable-software-rasterizer",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

const DESKTOP = { width: 1440, height: 900 };
const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };

export default defineConfig({
  testDir: "tests",
  globalSetup: "./support/global-setup.ts",
  outputDir: "test-results/files",
  snapshotPathTemplate: "screens/{arg}{ext}",
  fullyParallel: true,
  forbidOnly: process.env.CI !== undefined,
  workers: 2,
  // Two browsers and their servers share two cores with whatever else the machine does: how long something takes is
  // no rule here. The tests that measure time are the project "alone".
  timeout: 60_000,
  expect: { timeout: 15_000 },
  reporter: [["line"], ["json", { outputFile: "test-results/results.json" }]],
  use: {
    browserName: "chromium",
    launchOptions: { executablePath: CHROMIUM, args: FLAGS },
    locale: "en-GB",
    timezoneId: "Europe/London",
    viewport: DESKTOP,
    // Recording costs time: it is for whoever looks into a failure.
    trace: process.env.CI === undefined ? "retain-on-failure" : "off",
  },
  projects: [
    // HTTP only: what crawlers, tools and other programs get.
    { name: "plain", testMatch: "plain/**/*.spec.ts" },
    { name: "desktop", testMatch: ["desktop/**/*.spec.ts", "both/**/*.spec.ts"] },
    { name: "phone", testMatch: ["phone/**/*.spec.ts", "both/**/*.spec.ts"], use: PHONE },
    {
      name: "no-scripts",
      testMatch: "no-scripts/**/*.spec.ts",
      use: { javaScriptEnabled: false },
    },
    // Measured when nothing else runs. By itself: --project=alone --no-deps.
    {
      name: "alone",
      testMatch: "alone/**/*.spec.ts",
      dependencies: ["plain", "desktop", "phone", "no-scripts"],
      workers: 1,
    },
  ],
});
