import { defineConfig } from "@playwright/test";

/** Path of Debian's Chromium; set CHROMIUM to use another. */
const CHROMIUM = process.env.CHROMIUM ?? "/usr/bin/chromium";

/**
 * Features of the browser that tests have no use for. The argument replaces Playwright's list of the same name, so it
 * repeats those that concern pages and the network.
 */
const DISABLED_FEATURES = [
  // The address bar's pop-ups are two pages that every new window loads, a fifth of the processor time of all tests.
  "WebUIOmniboxAimPopup",
  "WebUIOmniboxPopup",
  "AimEnabled",
  "AvoidCorsURLLoaderRestartOnRedirect",
  "AvoidUnnecessaryBeforeUnloadCheckSync",
  "DestroyProfileOnBrowserClose",
  "HttpsFirstBalancedModeAutoEnable",
  "HttpsUpgrades",
  "LensOverlay",
  "MediaRouter",
  "NetworkTimeServiceQuerying",
  "OptimizationHints",
  "PaintHolding",
  "PreconnectToSearch",
  // A process that each navigation starts for the next one, a tenth of the processor time of all tests.
  "SpareRendererForSitePerProcess",
  "ThirdPartyStoragePartitioning",
];

/**
 * Disables the browser's own network traffic and background work, which would affect measurements and reported faults.
 */
const FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  // No software WebGL: the home page's robot would slow down all tests that run at the same time.
  "--disable-software-rasterizer",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  `--disable-features=${DISABLED_FEATURES}`,
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
  // One more than the processors of a small machine, as tests wait for files, sockets and timers.
  workers: 3,
  // Generous, as three browsers and their servers share two cores with everything else on the machine. Tests that measure
  // time are in the project "alone".
  timeout: 60_000,
  expect: { timeout: 15_000 },
  reporter: [["line"], ["json", { outputFile: "test-results/results.json" }]],
  use: {
    browserName: "chromium",
    launchOptions: { executablePath: CHROMIUM, args: FLAGS },
    locale: "en-GB",
    timezoneId: "Europe/London",
    viewport: DESKTOP,
    // Recording costs time, so it is for local debugging only.
    trace: process.env.CI === undefined ? "retain-on-failure" : "off",
  },
  projects: [
    // Plain HTTP, as crawlers, tools and other programs use it.
    { name: "plain", testMatch: "plain/**/*.spec.ts" },
    { name: "desktop", testMatch: ["desktop/**/*.spec.ts", "both/**/*.spec.ts"] },
    { name: "phone", testMatch: ["phone/**/*.spec.ts", "both/**/*.spec.ts"], use: PHONE },
    {
      name: "no-scripts",
      testMatch: "no-scripts/**/*.spec.ts",
      use: { javaScriptEnabled: false },
    },
    // Runs after all other projects. To run it alone: --project=alone --no-deps.
    {
      name: "alone",
      testMatch: "alone/**/*.spec.ts",
      dependencies: ["plain", "desktop", "phone", "no-scripts"],
      workers: 1,
    },
  ],
});
