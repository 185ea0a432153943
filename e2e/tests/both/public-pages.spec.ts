import { expectAccessible } from "../../support/axe";
import { expectArrived, expectHydrated, open, PUBLIC_PAGES } from "../../support/pages";
import { expect, test } from "../../support/test";

for (const { path, h1, status = 200, scrolls } of PUBLIC_PAGES) {
  test(`${path} hydrates without console messages`, async ({ page, faults }) => {
    if (status !== 200) faults.allowStatus(status);
    const response = await open(page, path);
    expect(response.status()).toBe(status);
    await expect(page.getByRole("heading", { level: 1, name: h1 })).toBeVisible();
    await expect(page).toHaveTitle(/.+/);
    // Gives effects, lazy images and timers the chance to report faults.
    await page.waitForLoadState("networkidle");
  });

  test(`${path} is accessible`, async ({ page, faults }) => {
    if (status !== 200) faults.allowStatus(status);
    await open(page, path);
    if (scrolls) await expectArrived(page);
    await expectAccessible(page);
  });
}

test("an unknown post leads to the listing, and going back does not return to it", async ({
  page,
  faults,
}) => {
  faults.allowStatus(404);
  await open(page, "/about");
  await page.goto("/blog/no-such-post");
  await expect(page).toHaveURL("/blog");
  await expectHydrated(page);
  await expect(page.getByRole("heading", { level: 1, name: "Inside the Index" })).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL("/about");
});

test("with reduced motion nothing moves from the top of a page to its end", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  for (const path of ["/", "/about", "/services", "/blog", "/blog/log-files"]) {
    await open(page, path);
    const height = await page.evaluate(() => document.documentElement.scrollHeight);
    for (const top of [0, height / 3, height / 2, height]) {
      await page.evaluate((y) => window.scrollTo(0, y), top);
      const moving = await page.evaluate(async () => {
        await new Promise(requestAnimationFrame);
        await new Promise(requestAnimationFrame);
        // Animations of one or two frames do not count as motion.
        return document.getAnimations().filter(({ playState, effect }) => {
          const { duration, iterations } = effect?.getComputedTiming() ?? {};
          const isLong = Number(duration) > 34 || iterations === Number.POSITIVE_INFINITY;
          return playState === "running" && isLong;
        }).length;
      });
      expect(moving, `${path} at ${top}`).toBe(0);
      expect(await page.evaluate(() => window.scrollY), "the jump is not animated").toBeCloseTo(
        Math.min(top, height - (page.viewportSize()?.height ?? 0)),
        -1,
      );
    }
  }
});

test("with forced colours every text, control and focus ring is visible", async ({ page }) => {
  await page.emulateMedia({ forcedColors: "active" });
  for (const { path } of PUBLIC_PAGES.filter(({ status }) => status === undefined)) {
    await open(page, path);
    const heading = page.getByRole("heading", { level: 1 });
    await expect(heading).toBeVisible();
    const { text, ground } = await heading.evaluate((element) => {
      const { color } = getComputedStyle(element);
      return { text: color, ground: getComputedStyle(document.body).backgroundColor };
    });
    expect(text, path).not.toBe(ground);
    await page.keyboard.press("Tab");
    const outline = await page.evaluate(() => {
      const { outlineStyle, outlineWidth, borderStyle } = getComputedStyle(
        document.activeElement ?? document.body,
      );
      return { outlineStyle, outlineWidth, borderStyle };
    });
    expect(outline.outlineStyle, path).not.toBe("none");
    expect(Number.parseFloat(outline.outlineWidth), path).toBeGreaterThanOrEqual(2);
  }
});
