import type { Page } from "@playwright/test";
import { AdminApi, signInCookies } from "../../support/admin";
import { expectAccessible } from "../../support/axe";
import { html, showHtml, sourceOf, text, tool } from "../../support/editor";
import { open } from "../../support/pages";
import { expect, test } from "../../support/test";

const CONTENT =
  '<p>Log files, and a lo<strong>g f</strong>ile.</p><p>No <a href="/about">log file</a> here.</p>';

test.use({ data: "own" });
test.beforeEach(async ({ page, site }) => {
  await signInCookies(page);
  const api = await AdminApi.signIn(site.url);
  const post = await api.create({ title: "Find", slug: "find", content: CONTENT });
  await open(page, `/admin/blog/edit/${post.id}`);
  await expect(tool(page, "Bold")).toBeEnabled();
});

const bar = (page: Page) => page.getByRole("search", { name: "Find and replace" });
const find = (page: Page) => bar(page).getByRole("textbox", { name: "Find" });
const button = (page: Page, name: string) => bar(page).getByRole("button", { name, exact: true });

test("words are found across marks and stepped through, and only replacing changes them", async ({
  page,
}) => {
  await text(page).locator("p").last().click();
  await page.keyboard.press("ControlOrMeta+f");
  await expect(find(page)).toBeFocused();
  await find(page).fill("log file");
  const current = text(page).locator(".find-current");
  await expect(bar(page).getByRole("status")).toHaveText("1/3");
  await expectAccessible(page);
  await find(page).press("Enter");
  await expect(bar(page).getByRole("status")).toHaveText("2/3");
  // One match, rendered in three pieces.
  expect((await current.allTextContents()).join("")).toBe("log file");
  await find(page).press("Shift+Enter");
  await find(page).press("Shift+Enter");
  await expect(bar(page).getByRole("status")).toHaveText("3/3");
  await button(page, "Match case").click();
  await expect(bar(page).getByRole("status")).toHaveText("2/2");
  await find(page).press("Escape");
  await expect(bar(page)).toHaveCount(0);
  await expect(text(page)).toBeFocused();
  expect(await page.evaluate(() => getSelection()?.toString())).toBe("log file");
  await expect(page.getByText("Unsaved changes")).toHaveCount(0);
  expect(await html(page)).toBe(CONTENT);
});

test("replacements keep their marks, and are undone in one step", async ({ page }) => {
  await text(page).locator("p").last().click();
  await page.keyboard.press("End");
  await page.keyboard.type(" log file");
  await page.keyboard.press("ControlOrMeta+f");
  await find(page).fill("log file");
  await bar(page).getByRole("textbox", { name: "Replace with" }).fill("record");
  await button(page, "Replace all").click();
  await expect(bar(page).getByRole("status")).toHaveText("4 replaced");
  await page.keyboard.press("Escape");
  await expect(text(page)).toBeFocused();
  expect(await text(page).locator("p").allInnerTexts()).toEqual([
    "records, and a record.",
    "No record here. record",
  ]);
  await expect(text(page).getByRole("link", { name: "record" })).toBeVisible();
  await page.keyboard.press("ControlOrMeta+z");
  await expect(text(page)).toContainText("Log files, and a log file.");
  await expect(text(page)).toContainText("No log file here. log file");
  await page.keyboard.press("ControlOrMeta+f");
  await find(page).fill("No");
  await bar(page).getByRole("textbox", { name: "Replace with" }).fill("One");
  await bar(page).getByRole("textbox", { name: "Replace with" }).press("Enter");
  await expect(text(page)).toContainText("One log file here.");
});

test("the HTML is searched in the same way", async ({ page }) => {
  await showHtml(page);
  await page.locator(".cm-content").click();
  await page.keyboard.press("ControlOrMeta+Home");
  await page.keyboard.press("ControlOrMeta+f");
  await find(page).fill("<p>");
  await expect(bar(page).getByRole("status")).toHaveText("1/2");
  await expect(page.locator(".cm-content .find-current")).toHaveText("<p>");
  await find(page).press("Enter");
  await expect(bar(page).getByRole("status")).toHaveText("2/2");
  await expectAccessible(page);
  await bar(page).getByRole("textbox", { name: "Replace with" }).fill("<p>New ");
  await button(page, "Replace all").click();
  await page.keyboard.press("Escape");
  await expect(page.locator(".cm-content")).toBeFocused();
  expect(await sourceOf(page)).toContain("<p>New Log files");
  await page.keyboard.press("ControlOrMeta+z");
  expect(await sourceOf(page)).toBe(CONTENT);
});

test("Ctrl+F and the button return to the open bar, and take over selected words", async ({
  page,
}) => {
  for (const first of ["Log", "<p>"]) {
    if (first === "<p>") await showHtml(page);
    await text(page).click();
    await page.keyboard.press("ControlOrMeta+f");
    await find(page).fill("here");
    await text(page).click();
    await page.keyboard.press("ControlOrMeta+f");
    await expect(find(page)).toBeFocused();
    await page.keyboard.type("file");
    await expect(find(page)).toHaveValue("file");
    await text(page).click();
    await page.getByRole("button", { name: "Find", exact: true }).click();
    await expect(find(page)).toBeFocused();
    await page.keyboard.type("log");
    await expect(find(page)).toHaveValue("log");
    await text(page).click();
    await page.keyboard.press("ControlOrMeta+Home");
    for (const _ of first) await page.keyboard.press("Shift+ArrowRight");
    await page.keyboard.press("ControlOrMeta+f");
    await expect(find(page)).toBeFocused();
    await expect(find(page)).toHaveValue(first);
    await page.keyboard.type("article");
    await expect(find(page)).toHaveValue("article");
  }
  expect(await sourceOf(page)).toBe(CONTENT);
});
