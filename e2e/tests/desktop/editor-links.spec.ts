import { AdminApi, signInCookies } from "../../support/admin";
import { expectAccessible } from "../../support/axe";
import { html, openNew, text, tool } from "../../support/editor";
import { open } from "../../support/pages";
import { expect, test } from "../../support/test";

test.use({ data: "own" });
test.beforeEach(async ({ page }) => signInCookies(page));

test("a link target is found among posts and pages and chosen by keys", async ({ page, site }) => {
  const api = await AdminApi.signIn(site.url);
  await api.create({ title: "What ==crawl depth== costs", slug: "crawl-depth", published: false });
  await openNew(page);
  await text(page).click();
  await page.keyboard.type("Depth ");
  await page.keyboard.press("ControlOrMeta+k");
  const address = page.getByRole("combobox", { name: "Link address" });
  const list = page.getByRole("listbox", { name: "Pages and posts" });
  const option = (name: string) => list.getByRole("option", { name });

  // Search words choose the first match, whose title is the link text as nothing is selected.
  await address.fill("crawl depth");
  await expect(option("What crawl depth costs")).toHaveAttribute("aria-selected", "true");
  await expect(option("What crawl depth costs")).toContainText("Draft /blog/crawl-depth");
  const active = await address.getAttribute("aria-activedescendant");
  expect(await option("What crawl depth costs").getAttribute("id")).toBe(active);
  await expectAccessible(page);
  await address.press("Enter");
  await expect(text(page)).toBeFocused();
  await page.keyboard.type(" in time");

  // Chooses a page with the arrow keys. The selected words stay.
  await page.keyboard.press("Enter");
  await page.keyboard.type("Us");
  await page.keyboard.press("Shift+ArrowLeft");
  await page.keyboard.press("Shift+ArrowLeft");
  await tool(page, "Link").click();
  await expect(text(page).locator(".blurred-selection")).toHaveText("Us");
  await address.fill("/");
  await address.press("ArrowDown");
  await address.press("ArrowDown");
  await expect(option("About")).toHaveAttribute("aria-selected", "true");
  await address.press("Enter");
  await expect(page.getByRole("dialog", { name: "Link" })).toHaveCount(0);
  expect((await html(page)).split("\n")).toEqual([
    '<p>Depth <a href="/blog/crawl-depth">What crawl depth costs</a> in time</p>',
    '<p><a href="/about">Us</a></p>',
  ]);
});

test("words without a match are not linked, and Escape leaves the text unchanged", async ({
  page,
}) => {
  await openNew(page);
  await text(page).click();
  await page.keyboard.type("Words");
  await page.keyboard.press("ControlOrMeta+k");
  const address = page.getByRole("combobox", { name: "Link address" });
  await address.fill("pricng");
  await address.press("Enter");
  await expect(address).toHaveAccessibleDescription(/No page or post was found/);
  await address.fill("nothing has this");
  // Pressed before the response, to which it then applies.
  await address.press("Enter");
  await expect(address).toHaveAccessibleDescription(/No page or post was found/);
  await address.press("Escape");
  await expect(text(page)).toBeFocused();
  await page.keyboard.type(" more");
  expect(await html(page)).toBe("<p>Words more</p>");
});

test("an address is applied by a click outside the box, which places the cursor", async ({
  page,
}) => {
  await openNew(page);
  await text(page).click();
  await page.keyboard.type("Words");
  await page.keyboard.press("Enter");
  await page.keyboard.type("More");
  await page.keyboard.press("Shift+Home");
  await page.keyboard.press("ControlOrMeta+k");
  await page.getByRole("combobox", { name: "Link address" }).fill("example.com/a");
  await text(page).locator("p").first().click();
  await expect(page.getByRole("dialog", { name: "Link" })).toHaveCount(0);
  await page.keyboard.press("End");
  await page.keyboard.type("!");
  await page.keyboard.press("ControlOrMeta+k");
  await page.getByRole("combobox", { name: "Link address" }).fill("/about");
  const heading = page.getByRole("textbox", { name: "Heading" });
  await heading.click();
  await expect(heading).toBeFocused();
  expect((await html(page)).split("\n")).toEqual([
    '<p>Words!<a href="/about">/about</a></p>',
    '<p><a href="https://example.com/a">More</a></p>',
  ]);
});

test("opening the link box changes nothing, and the box stays visible", async ({ page, site }) => {
  const api = await AdminApi.signIn(site.url);
  const post = await api.create({
    title: "Long",
    slug: "long",
    content: `<p>Long <a href="/about">text</a></p>${"<p>Long text</p>".repeat(60)}`,
  });
  for (const size of [
    { width: 1440, height: 900 },
    { width: 390, height: 844 },
  ]) {
    await page.setViewportSize(size);
    await open(page, `/admin/blog/edit/${post.id}`);
    await expect(tool(page, "Bold")).toBeEnabled();
    const box = page.getByRole("dialog", { name: "Link" });
    for (const index of [0, 25, 60]) {
      await text(page).locator("p").nth(index).click();
      await page.keyboard.press("ControlOrMeta+k");
      await box.getByRole("combobox").fill("a");
      await expect(box.getByRole("option").first()).toBeVisible();
      await expect(box).toBeInViewport({ ratio: 1 });
      // Below or above its line, without covering other controls; it moves when posts are found.
      await expect(async () => {
        const line = await text(page).locator("p").nth(index).boundingBox();
        const place = await box.boundingBox();
        const [top, end] = [line?.y ?? 0, (line?.y ?? 0) + (line?.height ?? 0)];
        const [boxTop, boxEnd] = [place?.y ?? 0, (place?.y ?? 0) + (place?.height ?? 0)];
        expect(
          Math.min(Math.abs(boxTop - end), Math.abs(top - boxEnd)),
          `${size.width} px, line ${index}: ${top}–${end}, box ${boxTop}–${boxEnd}`,
        ).toBeLessThan(24);
      }).toPass();
      await page.keyboard.press("Escape");
      await expect(box).toHaveCount(0);
    }
    await expect(page.getByText("Unsaved changes")).toHaveCount(0);
  }
});

test("the box is loaded in advance, so that no letter of an address goes into the text", async ({
  page,
}) => {
  const code = page.waitForResponse(/\/admin-text-boxes-/);
  await openNew(page);
  await (await code).finished();
});
