import { AdminApi, signInCookies } from "../../support/admin";
import { expectAccessible } from "../../support/axe";
import { expectPath, open } from "../../support/pages";
import { expect, test } from "../../support/test";

test.use({ data: "own" });
test.beforeEach(async ({ page }) => signInCookies(page));

test("an action is found by the filters of the log, and shows the previous values", async ({
  page,
  site,
}) => {
  const api = await AdminApi.signIn(site.url);
  const post = await api.create({ title: "Old title", slug: "audited" });
  await api.update(post, { title: "New title" });
  await open(page, "/admin/audit");
  await expect(page.getByRole("heading", { level: 1, name: "Audit log" })).toBeVisible();

  await page.getByRole("combobox", { name: "Action" }).selectOption("Post changed");
  await page.getByRole("textbox", { name: "Object" }).fill(post.id);
  const filter = page.getByRole("button", { name: "Filter" });
  await filter.press("Enter");
  await expectPath(page, `/admin/audit?action=post.changed&object=${post.id}`);
  await expect(page.locator(".entry")).toHaveCount(1);
  await expect(filter).toBeFocused();
  await expect(page.getByRole("textbox", { name: "Object" })).toHaveValue(post.id);

  await page.locator(".entry summary").click();
  const changes = page.getByRole("table", { name: "Changed fields" });
  await expect(changes.getByRole("row", { name: "title Old title New title" })).toBeVisible();
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 800 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);

  await page.getByRole("link", { name: "Clear filters" }).press("Enter");
  await expectPath(page, "/admin/audit");
  await expect(page.getByRole("heading", { level: 1, name: "Audit log" })).toBeFocused();
  await expect(page.getByRole("combobox", { name: "Action" })).toHaveValue("");
  await expect(page.getByRole("textbox", { name: "Object" })).toHaveValue("");
});
