import { sidewaysOverflow } from "../../support/pages";
import { expect, test } from "../../support/test";

test("every service is visible", async ({ page }) => {
  await page.goto("/services");
  const row = page.getByRole("group", { name: "Services, slides" });
  await expect(row.getByRole("heading", { level: 3 })).toHaveCount(10);
  await expect(page.getByRole("button", { name: /service|carousel/ })).toHaveCount(0);
});

test("the calculator shows its initial result, and says what a new result needs", async ({
  page,
}) => {
  await page.goto("/services");
  const form = page.locator("#roi-form");
  await expect(form).toContainText("£1,500");
  await expect(form.getByText("The sliders need JavaScript.")).toBeVisible();
  await form.getByText("Figures as a table").click();
  await expect(form.getByRole("row", { name: "12 months £12,000 £18,000" })).toBeVisible();
  await form.getByRole("link", { name: "Start Now" }).click();
  await expect(page).toHaveURL(/\/contact$/);
});

test("all stages of the roadmap are open, and nothing moves that could not be stopped", async ({
  page,
}) => {
  await page.goto("/services");
  const roadmap = page.getByRole("region", { name: "The road to position one" });
  await expect(roadmap.getByRole("heading", { level: 3 })).toHaveText([
    "Visibility Analysis",
    "SEO Audits",
    "Keyword Intelligence",
    "Core Web Vitals",
    "Site Launch",
  ]);
  await expect(roadmap.getByRole("button")).toHaveCount(0);
  await expect(roadmap.locator(".orbit")).toBeHidden();
  await roadmap.getByRole("link", { name: "Site Launch" }).click();
  await expect(page).toHaveURL(/#roadmap-site-launch$/);
});

test("the answers are open", async ({ page }) => {
  await page.goto("/services");
  await expect(page.getByText(/3 to 6 months/)).toBeVisible();
  await expect(page.getByText(/6 to 12 months/)).toBeVisible();
});

for (const width of [360, 768, 1280]) {
  test(`does not scroll sideways at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    await page.goto("/services");
    expect(await sidewaysOverflow(page)).toEqual([]);
  });
}
