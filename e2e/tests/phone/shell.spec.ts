import { expectAccessible } from "../../support/axe";
import { expectPath, open, sidewaysOverflow } from "../../support/pages";
import { expect, test } from "../../support/test";

test("the menu has the bar's links and its button", async ({ page }) => {
  await open(page, "/seo");
  await page.getByRole("button", { name: "Open menu" }).click();
  const menu = page.getByRole("dialog", { name: "Menu" });
  await expect(menu.getByRole("navigation").getByRole("link")).toHaveText([
    "Home",
    "About",
    "SEO",
    "Services",
    "Blog",
    "Contact",
  ]);
  await menu.getByRole("button", { name: "Book an Audit" }).click();
  await expect(menu).toHaveCount(0);
  const modal = page.getByRole("dialog", { name: "Book an Audit" });
  await expect(modal).toBeVisible();
  await expectAccessible(page);
  expect(await sidewaysOverflow(page)).toEqual([]);
  const bottom = await modal.evaluate((dialog) => dialog.getBoundingClientRect().bottom);
  expect(bottom, "a sheet from the bottom").toBe(page.viewportSize()?.height);
  await page.keyboard.press("Escape");
  await expect(modal).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Open menu" })).toBeFocused();
});

test("a long name leaves the menu's button in the window, and a short one stays on its line", async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 700 });
  await open(page, "/about");
  const rest = page.locator(".site-nav .logo-rest");
  const lines = () =>
    rest.evaluate((words) => {
      const range = document.createRange();
      range.selectNodeContents(words);
      return new Set([...range.getClientRects()].map(({ top }) => top)).size;
    });
  await expect(rest).toHaveText("First");
  expect(await lines()).toBe(1);
  const block = await page.locator(".site-nav .logo-block").boundingBox();
  expect((await rest.boundingBox())?.x).toBeGreaterThan((block?.x ?? 0) + (block?.width ?? 0));
  await rest.evaluate((words) => {
    words.textContent = "& Partners Search Consultancy";
  });
  expect(await lines()).toBeGreaterThan(1);
  await expect(page.getByRole("button", { name: "Open menu" })).toBeInViewport({ ratio: 1 });
  expect(await sidewaysOverflow(page)).toEqual([]);
});

for (const [path, link] of [
  ["/about", "About"],
  ["/", "Found First"],
] as const) {
  test(`"${link}" in the menu of ${path} closes it and scrolls to the top`, async ({ page }) => {
    await open(page, path);
    await page.evaluate(() => window.scrollTo({ top: 900, behavior: "instant" }));
    await page.getByRole("button", { name: "Open menu" }).click();
    await page.getByRole("dialog").getByRole("link", { name: link }).click();
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
    await expectPath(page, path);
  });
}

for (const [path, columns] of [
  ["/", true],
  ["/blog", false],
  ["/blog/log-files", false],
] as const) {
  test(`${path} has ${columns ? "the whole footer" : "the footer of the blog"}`, async ({
    page,
  }) => {
    await open(page, path);
    const footer = page.getByRole("contentinfo");
    await expect(footer).toContainText("All rights reserved.");
    await expect(footer.getByRole("navigation", { name: "Categories", exact: true })).toBeVisible({
      visible: columns,
    });
  });
}
