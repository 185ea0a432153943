import { AdminApi, signInCookies } from "../../support/admin";
import { expectAccessible } from "../../support/axe";
import {
  countTogether,
  html,
  mode,
  openNew,
  showHtml,
  sourceOf,
  text,
  tool,
} from "../../support/editor";
import { open } from "../../support/pages";
import { expect, test } from "../../support/test";

test.use({ data: "own" });
test.beforeEach(async ({ page }) => signInCookies(page));

test("HTML has line numbers and colours, without violating the page's policy", async ({ page }) => {
  await openNew(page);
  await showHtml(page);
  await text(page).fill('<h2 id="a">One</h2>\n<p>Two</p>');
  await expect(page.locator(".cm-lineNumbers")).toContainText("2");
  const tag = page.locator(".cm-line span").filter({ hasText: /^h2$/ }).first();
  const colour = (element: Element) => getComputedStyle(element).color;
  expect(await tag.evaluate(colour)).not.toBe(await text(page).evaluate(colour));
  expect(await page.evaluate(() => document.querySelectorAll("style").length)).toBe(0);
  const box = await page.locator(".cm-editor").boundingBox();
  expect(box?.height).toBeGreaterThanOrEqual(250);
  await expectAccessible(page);
});

test("HTML is as it was typed, including closing tags", async ({ page }) => {
  await openNew(page);
  await showHtml(page);
  const typed = '<h2>A</h2><p>See <a href="/seo">SEO</a></p>';
  await text(page).fill("");
  await text(page).focus();
  await page.keyboard.type(typed);
  expect(await sourceOf(page)).toBe(typed);
});

test("no key makes a comment, which a save would delete", async ({ page }) => {
  await openNew(page);
  await showHtml(page);
  await text(page).fill("<p>One</p>");
  await page.keyboard.press("ControlOrMeta+/");
  await page.keyboard.press("Alt+Shift+a");
  expect(await sourceOf(page)).toBe("<p>One</p>");
});

test("HTML can be formatted, which can be undone", async ({ page }) => {
  await openNew(page);
  await showHtml(page);
  const given = "<blockquote><p>One</p><p>Two</p></blockquote><pre><code>a\n  b</code></pre>";
  await text(page).fill(given);
  await page.getByRole("button", { name: "Format HTML" }).click();
  const formatted =
    "<blockquote>\n  <p>One</p>\n  <p>Two</p>\n</blockquote>\n<pre><code>a\n  b</code></pre>";
  expect(await sourceOf(page)).toBe(formatted);
  await text(page).focus();
  await page.keyboard.press("ControlOrMeta+z");
  expect(await sourceOf(page)).toBe(given);
});

test("Tab indents, and leaves after Escape, as the hint says", async ({ page }) => {
  await openNew(page);
  await showHtml(page);
  await text(page).click();
  await expect(text(page)).toHaveAccessibleDescription(/press Escape, then Tab/);
  await page.keyboard.type("<p>");
  await page.keyboard.press("Home");
  await page.keyboard.press("Tab");
  await expect(text(page)).toBeFocused();
  expect(await sourceOf(page)).toBe("  <p>");
  await page.keyboard.press("Escape");
  await page.keyboard.press("Tab");
  await expect(page.getByRole("button", { name: "Add Media" })).toBeFocused();
});

test("a page break is inserted at the cursor, and it is the same one in both modes", async ({
  page,
}) => {
  await openNew(page);
  await showHtml(page);
  await text(page).fill("<p>One</p><p>Two</p>");
  await page.keyboard.press("ControlOrMeta+Home");
  for (let count = 0; count < "<p>One</p>".length; count += 1)
    await page.keyboard.press("ArrowRight");
  await page.getByRole("button", { name: "Add Page Break" }).click();
  expect(await sourceOf(page)).toBe("<p>One</p>\n<!-- pagebreak -->\n<p>Two</p>");
  await mode(page, "Visual").click();
  await expect(text(page).locator(".page-break")).toHaveCount(1);
  await expect(tool(page, "Bold")).toBeEnabled();
  expect(await html(page)).toBe("<p>One</p>\n<!-- pagebreak -->\n<p>Two</p>");
});

test("a page break goes after selected HTML, which stays", async ({ page }) => {
  await openNew(page);
  await showHtml(page);
  await text(page).fill("<p>One</p>");
  await page.keyboard.press("ControlOrMeta+a");
  await page.getByRole("button", { name: "Add Page Break" }).click();
  expect(await sourceOf(page)).toBe("<p>One</p>\n<!-- pagebreak -->\n");
});

test("saving a new post keeps HTML mode and the cursor", async ({ page }) => {
  await openNew(page);
  await page.getByLabel("Heading").fill("How to rank");
  await page.getByLabel("Sidebar Summary").fill("How");
  await page.getByLabel("Author", { exact: true }).fill("Ann");
  await showHtml(page);
  await text(page).fill("<p>One three</p>");
  await page.keyboard.press("ControlOrMeta+End");
  for (const _ of "three</p>") await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("ControlOrMeta+s");
  await expect(page).toHaveURL(/\/admin\/blog\/edit\//);
  await expect(text(page)).toBeFocused();
  await page.keyboard.type("two ");
  expect(await sourceOf(page)).toBe("<p>One two three</p>");
});

test("text typed just now is saved, and line breaks are preserved", async ({ page, site }) => {
  const api = await AdminApi.signIn(site.url);
  const post = await api.create({
    title: "Lines",
    slug: "lines",
    content: "<p>One</p>\n<p>Two</p>",
  });
  await open(page, `/admin/blog/edit/${post.id}`);
  await showHtml(page);
  await expect(page.getByText("Unsaved changes")).toHaveCount(0);
  await text(page).click();
  await page.keyboard.press("ControlOrMeta+End");
  await page.keyboard.type("<p>Three");
  await page.keyboard.press("ControlOrMeta+s");
  await expect(page.getByText("Post updated successfully!").first()).toBeVisible();
  const answer = await api.send("GET", `/api/admin/posts/${post.id}`);
  expect(((await answer.json()) as { content: string }).content).toBe(
    "<p>One</p>\n<p>Two</p><p>Three</p>",
  );
});

test("without its code, HTML mode is a plain text area", async ({ page, faults }) => {
  faults.allow(/net::ERR_FAILED/);
  await page.route("**/admin-create-source-*.js*", (route) => route.abort());
  await openNew(page);
  await mode(page, "HTML mode").click();
  await text(page).fill("<p>Plain</p>");
  await page.getByRole("button", { name: "Add Page Break" }).click();
  await expect(text(page)).toHaveValue("<p>Plain</p>\n<!-- pagebreak -->\n");
  await mode(page, "Visual").click();
  await expect(text(page)).toContainText("Plain");
});

test("the editor replaces the text area in one step, whenever its code has loaded", async ({
  page,
}) => {
  let letIn = () => {};
  const held = new Promise<void>((resolve) => {
    letIn = resolve;
  });
  await page.route("**/admin-create-source-*.js", async (route) => {
    await held;
    await route.continue();
  });
  await open(page, "/admin/blog/new");
  await page.getByRole("button", { name: "HTML mode" }).click();
  const area = page.locator("textarea[name=content]");
  await expect(area).toBeVisible();
  // A key or click would go to the one being removed.
  const met = await countTogether(page, ".cm-editor", "textarea[name=content]");
  letIn();
  await expect(page.locator(".cm-editor")).toBeVisible();
  await expect(area).toHaveCount(0);
  expect(await met.jsonValue()).toEqual({ both: 0 });
});
