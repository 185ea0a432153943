import { expectNothingMore, open } from "../../support/pages";
import { expect, test } from "../../support/test";
import { Traffic } from "../../support/traffic";

test("a phone shows the robot's still image and loads no animation", async ({ page }) => {
  const traffic = new Traffic(page);
  await open(page, "/");
  await expectNothingMore(page);
  const paths = traffic.all();
  expect(paths).toContain("/images/robot-hero-mobile.avif");
  expect(paths.filter((path) => /\/robot-hero/.test(path))).toHaveLength(1);
  expect(paths.filter((path) => /scene|worker|\/robot-\w+\.js|\/ink-/.test(path))).toEqual([]);
  await expect(page.locator("canvas")).toHaveCount(0);
});

test("starting over scrolls to the first question", async ({ page }) => {
  await open(page, "/");
  await page.setViewportSize({ width: 390, height: 667 });
  const selector = page.locator("#service-selector");
  for (const next of ["Next", "Next", "Get Recommendation"]) {
    await selector.getByRole("radio").first().check();
    await selector.getByRole("button", { name: next }).tap();
  }
  const again = selector.getByRole("button", { name: "Start Over" });
  await again.evaluate((button) =>
    scrollBy({ top: button.getBoundingClientRect().top - 100, behavior: "instant" }),
  );
  await again.tap();
  const question = selector.getByRole("heading", { level: 3 }).first();
  await expect(question).toBeFocused();
  await expect(question).toBeInViewport();
});

test("the selector can be answered by touch", async ({ page }) => {
  await open(page, "/");
  const selector = page.locator("#service-selector");
  for (const [index, answer] of [
    "Performance",
    "Medium (3-6 months)",
    "From £500 - £2,000",
  ].entries()) {
    await selector.getByText(answer, { exact: true }).tap();
    await selector.getByRole("button", { name: index < 2 ? "Next" : "Get Recommendation" }).tap();
  }
  await expect(selector.getByRole("heading", { name: "Custom Digital Strategy" })).toBeVisible();
  const close = await selector.getByRole("button", { name: "Close" }).boundingBox();
  expect(Math.min(close?.width ?? 0, close?.height ?? 0)).toBeGreaterThanOrEqual(44);
});
