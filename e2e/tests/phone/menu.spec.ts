import { expectAccessible } from "../../support/axe";
import {
  expectEscapeTakesBack,
  expectPath,
  open,
  scrollTo,
  sidewaysOverflow,
} from "../../support/pages";
import { expect, test } from "../../support/test";
import { Traffic } from "../../support/traffic";

test.beforeEach(async ({ page }) => {
  await open(page, "/about");
  await page.getByRole("button", { name: "Open menu" }).click();
});

test("the open menu is accessible and as wide as the window", async ({ page }) => {
  await expect(page.getByRole("dialog", { name: "Menu" })).toBeVisible();
  await expectAccessible(page);
  expect(await sidewaysOverflow(page)).toEqual([]);
});

test("the mark of the current page extends beyond its word on both sides", async ({ page }) => {
  const menu = page.getByRole("dialog", { name: "Menu" });
  const cut = await menu.locator("[aria-current] > span").evaluate((mark) => {
    const list = mark.closest("nav")?.getBoundingClientRect();
    return (list?.left ?? 0) - mark.getBoundingClientRect().left;
  });
  expect(cut).toBeLessThanOrEqual(0);
});

test("every link of the menu can be seen in a window as low as a large zoom leaves it", async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 180 });
  const links = page.getByRole("dialog", { name: "Menu" }).getByRole("link");
  expect(await links.count()).toBeGreaterThan(5);
  for (const link of await links.all()) {
    await link.focus();
    await expect(link).toBeInViewport({ ratio: 1 });
  }
});

test("focus stays inside the open menu", async ({ page }) => {
  const menu = page.getByRole("dialog", { name: "Menu" });
  for (let step = 0; step < 20; step++) {
    await page.keyboard.press("Tab");
    const outside = await menu.evaluate((dialog) => {
      const { activeElement } = document;
      return activeElement !== document.body && !dialog.contains(activeElement);
    });
    expect(outside, `after ${step + 1} steps`).toBe(false);
  }
});

test("Escape closes the menu and returns the focus", async ({ page }) => {
  await expect(page.getByRole("dialog", { name: "Menu" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  const opener = page.getByRole("button", { name: "Open menu" });
  await expect(opener).toBeFocused();
  await expect(opener).toHaveAttribute("aria-expanded", "false");
});

test("its button closes the menu and returns the focus", async ({ page }) => {
  await page.getByRole("button", { name: "Close menu" }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Open menu" })).toBeFocused();
});

test("a link of the menu navigates in the app, and the menu closes", async ({ page }) => {
  const traffic = new Traffic(page);
  const menu = page.getByRole("dialog", { name: "Menu" });
  await expect(menu.getByRole("link", { name: "About", exact: true })).toHaveAttribute(
    "aria-current",
    "page",
  );
  await menu.getByRole("link", { name: "Services" }).click();
  await expectPath(page, "/services");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(page.getByRole("heading", { level: 1, name: "Built For Search" })).toBeVisible();
  expect(traffic.documents()).toEqual([]);
});

test("a step back closes the menu, and the page before takes the focus", async ({ page }) => {
  const menu = page.getByRole("dialog", { name: "Menu" });
  await menu.getByRole("link", { name: "Services" }).click();
  await expectPath(page, "/services");
  await expect(menu).toHaveCount(0);
  await page.getByRole("button", { name: "Open menu" }).click();
  await expect(menu).toBeVisible();
  await page.goBack();
  await expectPath(page, "/about");
  await expect(menu).toHaveCount(0);
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
});

test("the page behind the open menu does not scroll", async ({ page }) => {
  await expect(page.getByRole("dialog", { name: "Menu" })).toBeVisible();
  await scrollTo(page, 0);
  await page.mouse.move(200, 400);
  await page.mouse.wheel(0, 600);
  await page.evaluate(() => new Promise(requestAnimationFrame));
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
});

test("Escape cancels a menu that is still loading", async ({ page }) => {
  await open(page, "/");
  const opener = page.getByRole("button", { name: "Open menu" });
  await expectEscapeTakesBack(opener, "**/menu-sheet-*.js");
});

test("a menu whose code could not be loaded can be opened again", async ({ page, faults }) => {
  faults.allow(/net::ERR_FAILED/);
  await open(page, "/");
  const opener = page.getByRole("button", { name: "Open menu" });
  await page.route("**/menu-sheet-*.js*", (route) => route.abort());
  const failed = page.waitForEvent("requestfailed");
  await opener.click();
  await failed;
  await expect(opener).toHaveAttribute("aria-expanded", "false");
  await expect(page.getByRole("alert")).toContainText("This part could not be loaded");
  await page.unrouteAll();
  await opener.click();
  await expect(page.getByRole("dialog", { name: "Menu" })).toBeVisible();
});
