import { signInCookies } from "../../support/admin";
import { expectAccessible } from "../../support/axe";
import { html, openNew, text, tool } from "../../support/editor";
import { expect, test } from "../../support/test";

test.use({ data: "own" });
test.beforeEach(async ({ page }) => {
  await signInCookies(page);
  await openNew(page);
  await text(page).click();
});

test("a slash on an empty line opens a menu of commands, and the text keeps the focus", async ({
  page,
}) => {
  const list = page.getByRole("listbox", { name: "Commands" });
  const active = list.getByRole("option", { selected: true });
  await page.keyboard.type("/");
  await expect(active).toHaveText("Header 1");
  await expect(text(page)).toBeFocused();
  await expect(text(page)).toHaveAttribute(
    "aria-activedescendant",
    (await active.getAttribute("id")) ?? "",
  );
  await expectAccessible(page);
  await page.keyboard.press("ArrowUp");
  await expect(active).toHaveText("Page break");
  await expect(active).toBeInViewport({ ratio: 1 });
  await page.keyboard.type("head");
  await expect(list.getByRole("option")).toHaveCount(6);
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(list).toHaveCount(0);
  await expect(text(page)).not.toHaveAttribute("aria-activedescendant");
  await page.keyboard.type("Part");
  await page.keyboard.press("Enter");

  await page.keyboard.type("/bul");
  const offered = list.getByRole("option", { name: "Bullet list" });
  expect((await list.boundingBox())?.height).toBe((await offered.boundingBox())?.height);
  await offered.click();
  await page.keyboard.type("One");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Enter");
  await page.keyboard.type("/hr");
  await page.keyboard.press("Tab");
  await page.keyboard.type("After");
  expect((await html(page)).split("\n")).toEqual([
    "<h2>Part</h2>",
    "<ul><li>One</li></ul>",
    "<hr>",
    "<p>After</p>",
  ]);
});

test("a slash can also be typed as text", async ({ page }) => {
  const list = page.getByRole("listbox", { name: "Commands" });
  await page.keyboard.type("/");
  await expect(list).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(list).toHaveCount(0);
  await page.keyboard.press("Enter");
  // Text that is no command closes the menu, so that Enter starts a new line.
  await page.keyboard.type("/blog");
  await expect(list).toHaveCount(0);
  await page.keyboard.press("Enter");
  await page.keyboard.type("a /");
  await expect(list).toHaveCount(0);
  await page.keyboard.press("Enter");
  await tool(page, "Code block").click();
  await page.keyboard.type("/");
  await expect(list).toHaveCount(0);
  expect((await html(page)).split("\n")).toEqual([
    "<p>/</p>",
    "<p>/blog</p>",
    "<p>a /</p>",
    "<pre><code>/</code></pre>",
  ]);
});

test("a link or image is requested first", async ({ page }) => {
  await page.keyboard.type("/link");
  await page.keyboard.press("Enter");
  await page.getByRole("combobox", { name: "Link address" }).fill("example.com/page");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Enter");
  await page.keyboard.type("/pict");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog", { name: "Media Gallery" })).toBeVisible();
  await page.keyboard.press("Escape");
  await page.keyboard.type("Typed");
  expect((await html(page)).split("\n")).toEqual([
    '<p><a href="https://example.com/page">https://example.com/page</a></p>',
    "<p>Typed</p>",
  ]);
});
