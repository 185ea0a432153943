import { expectAccessible } from "../../support/axe";
import {
  expectEscapeTakesBack,
  expectPath,
  open,
  scrollSettled,
  scrollTo,
  scrollTop,
} from "../../support/pages";
import { expect, test } from "../../support/test";

test.beforeEach(async ({ page }) => open(page, "/blog/log-files"));

test("the bar at the bottom shows the heading being read", async ({ page }) => {
  const bar = page.getByRole("navigation", { name: "Headings" });
  const box = await bar.boundingBox();
  expect(Math.round((box?.y ?? 0) + (box?.height ?? 0))).toBe(844);
  await expect(bar).toContainText(/^1\/\d/);
  await bar.getByRole("link", { name: "Next heading" }).click();
  await expect(bar).toContainText(/^2\/\d/);
  expect(await scrollTop(page)).toBeGreaterThan(0);
});

test("all headings are in a sheet that closes when one is followed", async ({ page }) => {
  await page.getByRole("button", { name: "All headings" }).click();
  const sheet = page.getByRole("dialog", { name: /On this page/ });
  await expect(sheet).toBeVisible();
  await expectAccessible(page);
  const links = sheet.getByRole("link");
  expect(await links.count()).toBeGreaterThanOrEqual(3);
  const target = links.nth(2);
  const href = await target.getAttribute("href");
  await target.click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(page).toHaveURL((url) => url.href.endsWith(href ?? ""));
});

test("Escape closes the sheet and returns the focus", async ({ page }) => {
  await page.getByRole("button", { name: "All headings" }).click();
  await expect(page.getByRole("dialog", { name: /On this page/ })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(page.getByRole("button", { name: "All headings" })).toBeFocused();
});

test("Escape cancels a sheet that is still loading", async ({ page }) => {
  const opener = page.getByRole("button", { name: "All headings" });
  await expectEscapeTakesBack(opener, "**/heading-sheet-*.js");
});

test("the bar covers nothing: the end of the page is above it", async ({ page }) => {
  await scrollTo(page, 1_000_000);
  const bar = await page.getByRole("navigation", { name: "Headings" }).boundingBox();
  const legal = await page.getByText(/All rights reserved/).boundingBox();
  expect((legal?.y ?? 0) + (legal?.height ?? 0)).toBeLessThanOrEqual(bar?.y ?? 0);
});

test("no bar stays over the words in a window as low as a large zoom leaves it", async ({
  page,
}) => {
  await page.setViewportSize({ width: 341, height: 156 });
  await open(page, "/blog/log-files?scrollTo=getting-hold-of-the-files");
  const heading = page.getByRole("heading", { name: "Getting hold of the files" });
  await expect(heading).toBeInViewport({ ratio: 1 });
  await scrollSettled(page);
  await expect(heading).toBeInViewport({ ratio: 1 });
  await expect(page.locator(".site-nav")).not.toBeInViewport();
  await expect(page.getByRole("navigation", { name: "Headings" })).not.toBeInViewport();
});

test("an article's page break leads to its second page", async ({ page }) => {
  await page
    .getByRole("navigation", { name: "Pagination of article" })
    .getByRole("link", { name: "Next page" })
    .click();
  await expectPath(page, "/blog/log-files?page=2");
  await expect(page.getByText("Page 2 of 2")).toBeVisible();
});
