import { signInCookies } from "../../support/admin";
import { expectAccessible } from "../../support/axe";
import { open } from "../../support/pages";
import { expect, test } from "../../support/test";

test.use({ data: "own" });
test.beforeEach(async ({ page }) => signInCookies(page));

test("a missing page that readers requested is redirected, changed and deleted", async ({
  page,
  faults,
}) => {
  faults.allowStatus(404, 422);
  await page.goto("/old-guide");
  await open(page, "/admin/redirects");
  await expect(page.getByRole("heading", { level: 1, name: "Redirects" })).toBeVisible();

  await page.getByRole("button", { name: "Redirect this: /old-guide" }).click();
  const from = page.getByRole("textbox", { name: "From" });
  const to = page.getByRole("textbox", { name: "To" });
  await expect(from).toHaveValue("/old-guide");
  await page.getByRole("button", { name: "Save redirect" }).click();
  await expect(to).toBeFocused();
  await expect(to).toHaveAccessibleDescription(/Enter a destination/);
  await to.fill("http://example.com");
  await page.getByRole("button", { name: "Save redirect" }).click();
  await expect(to).toHaveAccessibleDescription(/an address starting with https/);
  await expectAccessible(page);
  await to.fill("/seo");
  await page.getByRole("button", { name: "Save redirect" }).click();

  const row = page.getByRole("row", { name: /old-guide/ });
  await expect(row).toContainText("Manual");
  await expect(page.getByText("No visitor has requested a missing page.")).toBeVisible();
  for (const width of [1440, 390, 320]) {
    await page.setViewportSize({ width, height: 900 });
    await expectAccessible(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
  }
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto("/old-guide");
  await expect(page).toHaveURL(/\/seo$/);

  await open(page, "/admin/redirects");
  await expect(row.getByRole("cell", { name: "1", exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Edit /old-guide" }).click();
  await to.fill("/about");
  await page.getByRole("button", { name: "Save redirect" }).click();
  await expect(row).toContainText("/about");
  await page.getByRole("button", { name: "Delete /old-guide" }).click();
  await page.getByRole("button", { name: "Delete", exact: true }).click();
  await expect(page.getByRole("heading", { name: "No redirects found." })).toBeVisible();
});
