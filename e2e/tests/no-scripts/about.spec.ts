import { expect, test } from "../../support/test";

test("without scripts all of the story can be read", async ({ page }) => {
  await page.goto("/about");
  const beginnings = page.getByRole("group", { name: "New Beginnings" });
  for (const step of ["Listen", "Crawl", "Build", "Be found"]) {
    await expect(beginnings.getByRole("heading", { level: 3, name: step })).toBeVisible();
  }
  await expect(beginnings.getByRole("button")).toHaveCount(0);
  const plan = page.locator("#engine-room");
  await expect(plan.getByText("Turn searches by likely customers into enquiries")).toBeVisible();
  await expect(plan.getByRole("link", { name: "Book Your Strategy Call" })).toHaveAttribute(
    "href",
    "/contact?tab=schedule",
  );
});

test("without scripts the insights scroll natively", async ({ page }) => {
  await page.setViewportSize({ width: 900, height: 900 });
  await page.goto("/about");
  const insights = page.locator("#industry-insights");
  await expect(insights.getByRole("button")).toHaveCount(0);
  const last = insights.getByRole("article").last();
  await expect(last).not.toBeInViewport();
  await last.getByRole("link").focus();
  await expect(last).toBeInViewport();
});

test("without scripts the hero's button leads to the plan", async ({ page }) => {
  await page.goto("/about");
  await page.getByRole("link", { name: "Build Your Plan" }).first().click();
  await expect(page.locator("#engine-room")).toBeInViewport();
});
