import type { Page } from "@playwright/test";
import { AdminApi, signInCookies } from "../../support/admin";
import { expectAccessible } from "../../support/axe";
import { drawing, html, openNew, paste, text, tool } from "../../support/editor";
import { open } from "../../support/pages";
import { expect, test } from "../../support/test";

/** An image wider than the text and its column. */
const CHART = "/images/articles/canonical-votes.svg";
const IMAGE = `<img src="${CHART}" alt="Votes" width="1400" height="900">`;

test.use({ data: "own" });
test.beforeEach(async ({ page }) => signInCookies(page));

const box = (page: Page) => page.getByRole("dialog", { name: "Image" });
const caption = (page: Page) => box(page).getByRole("textbox", { name: "Caption" });
const width = (page: Page, name: "Text" | "Wide") =>
  box(page).getByRole("group", { name: "Width" }).getByRole("button", { name });

test("after its caption was typed, an image is not replaced by the next one", async ({ page }) => {
  await openNew(page);
  await paste(page, `<p>${IMAGE}</p><p>After</p>`);
  await text(page).getByRole("img", { name: "Votes" }).click();
  await caption(page).fill("Six signals");
  await page.getByRole("button", { name: "Add Media" }).click();
  const gallery = page.getByRole("dialog", { name: "Media Gallery" });
  const chooser = page.waitForEvent("filechooser");
  await gallery.getByRole("button", { name: "Upload images" }).click();
  const { name, mimeType, text: drawn } = drawing("next.svg");
  await (await chooser).setFiles([{ name, mimeType, buffer: Buffer.from(drawn) }]);
  await gallery.getByRole("button", { name: "Choose next" }).click();
  await expect(text(page).getByRole("img")).toHaveCount(2);
  expect(await html(page)).toMatch(/<figcaption>Six signals<\/figcaption><\/figure>\s*<p><img/);
});

test("an image is given a caption and more width, and readers see both", async ({
  page,
  site,
  newVisitor,
}) => {
  const api = await AdminApi.signIn(site.url);
  const post = await api.create({
    title: "A chart",
    slug: "a-chart",
    published: true,
    content: `<p>Before</p><p>${IMAGE}</p><p>After</p>`,
  });
  await open(page, `/admin/blog/edit/${post.id}`);
  await text(page).getByRole("img", { name: "Votes" }).click();
  await expect(box(page)).toBeVisible();
  await caption(page).fill("Six signals, one address.");
  await width(page, "Wide").click();
  await expect(width(page, "Wide")).toHaveAttribute("aria-pressed", "true");
  await expect(text(page).getByRole("figure")).toContainText("Six signals, one address.");
  await expectAccessible(page);
  await page.keyboard.press("ControlOrMeta+s");
  await expect(page.getByText("Post updated successfully!").first()).toBeVisible();
  expect(await html(page)).toContain(
    `<figure class="wide">${IMAGE}<figcaption>Six signals, one address.</figcaption></figure>`,
  );

  const reader = await newVisitor();
  await open(reader, "/blog/a-chart");
  const figure = reader.getByRole("figure");
  await expect(figure.locator("figcaption")).toHaveText("Six signals, one address.");
  const widthOf = (selector: string) =>
    reader.locator(selector).evaluate((element) => element.getBoundingClientRect().width);
  // As wide as the cover above, unlike the text.
  expect(await widthOf(".prose img")).toBeCloseTo(await widthOf(".article-cover"), 0);
  expect(await widthOf(".prose > p:first-child")).toBeLessThan(700);
  await expectAccessible(reader);
  await reader.setViewportSize({ width: 390, height: 844 });
  expect(await widthOf(".prose img")).toBeCloseTo(390, 0);
  expect(await reader.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
});

test("the keyboard reaches the box of an image, changes it, and returns", async ({ page }) => {
  await openNew(page);
  await text(page).click();
  await paste(page, `<p>Words <img src="${CHART}" alt="Votes"></p>`);
  await page.keyboard.press("Shift+ArrowLeft");
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("ArrowRight");
  await expect(box(page)).toBeVisible();
  await expect(text(page)).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(box(page)).toBeHidden();
  await page.keyboard.press("Enter");
  await expect(box(page).getByRole("textbox", { name: "Alt text" })).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(caption(page)).toBeFocused();
  await page.keyboard.type("Seen");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await expect(width(page, "Wide")).toBeFocused();
  await page.keyboard.press("Space");
  await page.keyboard.press("Escape");
  await expect(box(page)).toBeHidden();
  await expect(text(page)).toBeFocused();
  const image = `<img src="${CHART}" alt="Votes">`;
  expect((await html(page)).split("\n")).toEqual([
    "<p>Words </p>",
    `<figure class="wide">${image}<figcaption>Seen</figcaption></figure>`,
  ]);
});

test("a figure without its caption becomes an image, and pasting an image opens no box", async ({
  page,
}) => {
  await openNew(page);
  await text(page).click();
  await paste(page, null, drawing("chart.svg"));
  const image = text(page).getByRole("img", { name: "Blog post image" });
  await image.click();
  await caption(page).fill("Seen");
  await expect(text(page).getByRole("figure")).toHaveText("Seen");
  await caption(page).fill("");
  await expect(text(page).getByRole("figure")).toHaveCount(0);
  await expect(caption(page)).toBeFocused();
  await text(page).press("End");
  expect(await html(page)).toMatch(/^<p><img src="[^"]+" alt="Blog post image"><\/p>$/);
});

test("a callout is started by a slash, contains paragraphs and lists, and is left by Enter", async ({
  page,
  site,
  newVisitor,
}) => {
  await openNew(page);
  await text(page).click();
  await page.keyboard.type("/call");
  await page.keyboard.press("Enter");
  await page.keyboard.type("Mind this");
  await page.keyboard.press("Enter");
  await tool(page, "Bullet list").click();
  await page.keyboard.type("One");
  for (let time = 0; time < 3; time += 1) await page.keyboard.press("Enter");
  await page.keyboard.type("After");
  await expectAccessible(page);
  const content = await html(page);
  expect(content.split("\n")).toEqual([
    "<aside><p>Mind this</p><ul><li>One</li></ul></aside>",
    "<p>After</p>",
  ]);
  const api = await AdminApi.signIn(site.url);
  await api.create({ title: "Note", slug: "note", published: true, content });
  const reader = await newVisitor();
  await open(reader, "/blog/note");
  await expect(reader.locator(".prose aside li")).toHaveText("One");
  await expectAccessible(reader);
});

test("a footnote is written at the place of its number, with links there and back", async ({
  page,
  site,
  newVisitor,
}) => {
  await openNew(page);
  await text(page).click();
  await page.keyboard.type("Robots are asked");
  await tool(page, "Footnote").click();
  await expect(tool(page, "Footnote")).toHaveAttribute("aria-pressed", "true");
  await page.keyboard.type("RFC 9309 says how.");
  await page.keyboard.press("ControlOrMeta+Alt+f");
  await expect(tool(page, "Footnote")).toHaveAttribute("aria-pressed", "false");
  await page.keyboard.type(", not told.");
  await expectAccessible(page);
  const content = await html(page);
  expect(content).toBe(
    '<p>Robots are asked<sup class="note">RFC 9309 says how.</sup>, not told.</p>',
  );
  const api = await AdminApi.signIn(site.url);
  await api.create({ title: "Robots", slug: "robots", published: true, content });
  const reader = await newVisitor();
  await open(reader, "/blog/robots");
  const number = reader.getByLabel("Note 1", { exact: true });
  await expect(reader.locator(".prose > p")).toHaveText("Robots are asked1, not told.");
  const note = reader.locator("#fn-1");
  await expect(note).toHaveCSS("background-color", "rgba(0, 0, 0, 0)");
  await number.click();
  await expect(note).not.toHaveCSS("background-color", "rgba(0, 0, 0, 0)");
  await expect(note).toContainText("RFC 9309 says how.");
  await expect(note).toBeInViewport();
  await expectAccessible(reader);
  await note.getByLabel("Back to note 1 in the text").click();
  await expect(number).toBeInViewport();
  expect(new URL(reader.url()).hash).toBe("#fnref-1");
});

test("Enter and Escape end a footnote, after which normal text continues", async ({ page }) => {
  await openNew(page);
  await text(page).click();
  await page.keyboard.type("One");
  await page.keyboard.press("ControlOrMeta+Alt+f");
  await page.keyboard.type("First.");
  await page.keyboard.press("Enter");
  await expect(tool(page, "Footnote")).toHaveAttribute("aria-pressed", "false");
  await page.keyboard.type(" and two");
  await page.keyboard.press("ControlOrMeta+Alt+f");
  await page.keyboard.type("Second.");
  await page.getByRole("button", { name: "Focus mode" }).click();
  await text(page).focus();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: "Focus mode" })).toHaveAttribute(
    "aria-pressed",
    "true",
  );
  await page.keyboard.press("Enter");
  await page.keyboard.type("Three");
  await page.keyboard.press("Escape");
  expect((await html(page)).split("\n")).toEqual([
    '<p>One<sup class="note">First.</sup> and two<sup class="note">Second.</sup></p>',
    "<p>Three</p>",
  ]);
});
