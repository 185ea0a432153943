import { AdminApi, signInCookies } from "../../support/admin";
import { expectAccessible } from "../../support/axe";
import { open } from "../../support/pages";
import { expect, test } from "../../support/test";

test.use({ data: "own" });

test("a check lists broken links, links to the post and shows the trend", async ({
  page,
  site,
}) => {
  test.slow();
  const api = await AdminApi.signIn(site.url);
  const content = '<p>Read <a href="/blog/gone">what is gone</a>.</p>';
  const post = await api.create({ title: "A post with a broken link", slug: "broken", content });
  await signInCookies(page);
  await open(page, "/admin/health");
  await expect(page.getByRole("heading", { level: 1, name: "Site health" })).toBeVisible();
  await expect(page.getByText("The site has not been checked yet.")).toBeVisible();
  await expectAccessible(page);

  const check = async () => {
    await page.getByRole("button", { name: "Check now" }).click();
    await expect(page.getByText("The site is being checked.")).toBeVisible();
    await expect(page.getByRole("button", { name: "Checking" })).toBeVisible();
    await expect(page.getByText("Last check:")).toBeVisible({ timeout: 90_000 });
    await expect(page.getByRole("button", { name: "Check now" })).toBeVisible();
  };
  await check();
  const broken = page.getByRole("region", { name: "Broken links (1)" });
  const row = broken.getByRole("row").filter({ hasText: "/blog/broken" });
  await expect(row).toContainText("/blog/gone (404)");
  await expect(page.getByText("The trend appears after two checks.")).toBeVisible();
  for (const width of [1440, 390, 320]) {
    await page.setViewportSize({ width, height: 900 });
    await expectAccessible(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
  }
  await page.setViewportSize({ width: 1440, height: 900 });
  await row.getByRole("link", { name: "Edit the post at /blog/broken" }).click();
  await expect(page).toHaveURL(`/admin/blog/edit/${post.id}`);

  await api.update(post, { content: "<p>Nothing is broken now.</p>" });
  await open(page, "/admin/health");
  await check();
  await expect(broken).toHaveCount(0);
  const trend = page.getByRole("img", { name: /^From \d+ errors? and .* to \d+ errors? and / });
  await expect(trend).toBeVisible();
  await page.getByText("Show the numbers").click();
  const numbers = page.getByRole("table", { name: "Checks, newest first" });
  await expect(numbers).toBeVisible();
  await page.getByLabel("Rule").selectOption("Broken links");
  const ofLinks = page.getByRole("img", { name: /^From 1 error and 0 .* to 0 errors and 0 / });
  await expect(ofLinks).toBeVisible();
  await expect(numbers.getByRole("row").nth(2)).toContainText(/10$/);
  await expectAccessible(page);
});
