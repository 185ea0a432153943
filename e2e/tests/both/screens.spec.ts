import type { Page } from "@playwright/test";
import { signInCookies } from "../../support/admin";
import { expectNothingMore, open } from "../../support/pages";
import { expect, test } from "../../support/test";

/** The first screens of the main pages, compared with those in `screens/`. */
const SCREENS = [
  { name: "home", path: "/" },
  { name: "blog", path: "/blog" },
  { name: "article", path: "/blog/log-files" },
  { name: "seo", path: "/seo" },
  { name: "posts", path: "/admin/blog", isStaff: true },
  { name: "editor", path: "/admin/blog/new", isStaff: true },
];

/**
 * Another version of Chromium may anti-alias letters differently, so such pixels are ignored, and some hundred may
 * differ. Moving a button by 4 px changes 870 or more, another shade of a colour 1,400.
 */
const TOLERANCE = { threshold: 0.03, maxDiffPixels: 600 };

/** Replaces texts that differ between runs: the demo's dates, and the server's port. */
async function fixTexts(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const time of document.querySelectorAll("time")) time.textContent = "5 May 2026";
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text; text = texts.nextNode())
      text.nodeValue = (text.nodeValue ?? "").replace(/127\.0\.0\.1:\d+/, "example.com");
  });
}

for (const { name, path, isStaff } of SCREENS) {
  test(`the first screen of ${path} looks as it did`, async ({ page }, { project }) => {
    if (isStaff) await signInCookies(page);
    await page.emulateMedia({ reducedMotion: "reduce" });
    await page.clock.setFixedTime("2026-05-05T10:00:00Z");
    await open(page, path);
    await expectNothingMore(page);
    await page.evaluate(() => document.fonts.ready);
    await fixTexts(page);
    // The image of the robot alone would take 300 kB.
    const mask = [page.locator(".hero-stage")];
    await expect(page).toHaveScreenshot(`${name}-${project.name}.png`, { ...TOLERANCE, mask });
  });
}
