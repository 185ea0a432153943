import { chromium } from "@playwright/test";
import { expectHydrated, PUBLIC_PAGES } from "../../support/pages";
import { expect, test } from "../../support/test";

declare global {
  /** Whether the page was restored from the back/forward cache. */
  var cameBack: boolean | undefined;
}

test("the back/forward cache restores every public page as left", async ({ site }, { project }) => {
  // Eight pages, each loaded twice, in a separate browser.
  test.slow();
  const { launchOptions } = project.use;
  // Playwright disables the cache.
  const browser = await chromium.launch({
    ...launchOptions,
    ignoreDefaultArgs: ["--disable-back-forward-cache"],
  });
  try {
    const page = await browser.newPage({ baseURL: site.url });
    for (const { path, status = 200 } of PUBLIC_PAGES) {
      if (status !== 200) continue;
      await page.goto(path);
      await expectHydrated(page);
      await page.evaluate(() => {
        addEventListener("pageshow", ({ persisted }) => {
          globalThis.cameBack = persisted;
        });
      });
      await page.goto("/api/tags");
      // Playwright waits for a load event, which a restored page does not fire.
      await page.evaluate(() => setTimeout(() => history.back()));
      // The page cannot be evaluated while it is changing.
      const cameBack = () => page.evaluate(() => globalThis.cameBack).catch(() => undefined);
      await expect.poll(cameBack, path).toBe(true);
    }
  } finally {
    await browser.close();
  }
});
