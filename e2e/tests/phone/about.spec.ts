import { expectAccessible } from "../../support/axe";
import { open, scrollSettled, sidewaysOverflow } from "../../support/pages";
import { expect, test } from "../../support/test";

test("a chosen goal scrolls to its module, and the last module to the plan", async ({ page }) => {
  await open(page, "/about");
  const plan = page.locator("#engine-room");
  await plan.getByRole("button", { name: "Fix My Site" }).tap();
  for (const module of ["Technical SEO", "Site architecture", "Crawl management"]) {
    await expect(plan.getByRole("heading", { level: 4, name: module })).toBeInViewport();
    await scrollSettled(page);
    await plan.getByRole("button", { name: "Confident", exact: true }).tap();
  }
  await expect(plan.getByRole("heading", { name: "Your SEO Plan" })).toBeInViewport();
  await scrollSettled(page);
  await expectAccessible(page);
  expect(await sidewaysOverflow(page)).toEqual([]);
});

test("the insights are one list, without controls", async ({ page }) => {
  await open(page, "/about");
  const insights = page.locator("#industry-insights");
  await insights.scrollIntoViewIfNeeded();
  await expect(insights.getByRole("button")).toHaveCount(0);
  const lefts = await insights
    .getByRole("article")
    .evaluateAll((cards) => cards.map((card) => Math.round(card.getBoundingClientRect().left)));
  expect(lefts.length).toBeGreaterThan(1);
  expect(new Set(lefts).size).toBe(1);
});

test("the clients are in two columns", async ({ page }) => {
  await open(page, "/about");
  const cells = page.locator("section", { hasText: "Company Kept" }).getByRole("listitem");
  const lefts = await cells.evaluateAll((items) =>
    items.map((item) => Math.round(item.getBoundingClientRect().left)),
  );
  expect(new Set(lefts).size).toBe(2);
});

for (const width of [320, 360, 768]) {
  test(`nothing is wider than ${width} px, in any step of the plan`, async ({ page }) => {
    await page.setViewportSize({ width, height: 844 });
    await open(page, "/about");
    expect(await sidewaysOverflow(page)).toEqual([]);
    await page.locator("#engine-room").getByRole("button", { name: "Grow Rankings" }).tap();
    expect(await sidewaysOverflow(page)).toEqual([]);
  });
}
