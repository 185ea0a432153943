import type { Page } from "@playwright/test";
import { AdminApi, signInCookies } from "../../support/admin";
import {
  drawing,
  drop,
  html,
  openNew,
  paste,
  showHtml,
  sourceOf,
  text,
  tool,
} from "../../support/editor";
import { expectPath, open } from "../../support/pages";
import { expect, test } from "../../support/test";

const CALL = "**/api/admin/media";
const IMAGE =
  /^<p>(.*)<img src="\/media\/images\/\d+-[0-9a-f]{16}\.svg" alt="Blog post image">(.*)<\/p>$/;

test.use({ data: "own" });
test.beforeEach(async ({ page }) => {
  await signInCookies(page);
  await openNew(page);
  await text(page).click();
});

const alert = (page: Page) => page.getByRole("alert");
const image = (page: Page) => text(page).getByRole("img", { name: "Blog post image" });

/** Delays uploads. Returns a function that releases them. */
async function hold(page: Page): Promise<() => void> {
  let letGo = () => {};
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await page.route(CALL, async (route) => {
    await held;
    await route.continue();
  });
  return letGo;
}

test("a pasted image is uploaded to where it was pasted, whatever is typed meanwhile", async ({
  page,
}) => {
  const letGo = await hold(page);
  await page.keyboard.type("Before after");
  for (let count = 0; count < "after".length; count += 1) await page.keyboard.press("ArrowLeft");
  await paste(page, null, drawing("chart.svg"));
  await expect(text(page).getByRole("progressbar", { name: "Uploading chart.svg" })).toBeVisible();
  await page.keyboard.press("End");
  await page.keyboard.type(" more");
  letGo();
  await expect(image(page)).toBeVisible();
  await expect(page.getByRole("status").filter({ hasText: "Image uploaded!" })).toBeVisible();
  await expect(text(page).getByRole("progressbar")).toHaveCount(0);
  expect((await html(page)).match(IMAGE)?.slice(1)).toEqual(["Before ", "after more"]);
});

test("dropped images are uploaded; other files are refused", async ({ page }) => {
  await page.keyboard.type("Text");
  const first = text(page).locator("p").first();
  await drop(first, { name: "notes.txt", mimeType: "text/plain", text: "Notes" });
  await expect(alert(page)).toContainText("Upload failed");
  await expect(alert(page)).toContainText(
    "File type not supported. Please upload JPG, PNG, GIF, WEBP, or SVG",
  );
  await drop(first, drawing("one.svg"), drawing("two.svg"));
  await expect(image(page)).toHaveCount(2);
  expect(await html(page)).not.toContain("data:");
});

test("an embedded image in pasted content is uploaded, never stored as data", async ({ page }) => {
  const data = Buffer.from(drawing("x").text).toString("base64");
  await paste(page, `<p>One <img src="data:image/svg+xml;base64,${data}"> two</p>`);
  await expect(image(page)).toBeVisible();
  const source = await html(page);
  expect(source.match(IMAGE)?.slice(1)).toEqual(["One ", " two"]);
});

test("an image on the clipboard with text is only a picture of the text", async ({ page }) => {
  await paste(page, "<p>Words of a text</p>", drawing("preview.svg"));
  expect(await html(page)).toBe("<p>Words of a text</p>");
});

test("a picture that is copied in a word processor is uploaded", async ({ page }) => {
  const settings = "<!--[if gte mso 9]><xml><w:View>Normal</w:View></xml><![endif]-->";
  const style = "<style>@page { size: 21cm }</style>";
  const picture = '<p class=MsoNormal><img src="file:///C:/a.png"><o:p></o:p></p>';
  await paste(page, `<head>${settings}${style}</head>${picture}`, drawing("chart.svg"));
  await expect(image(page)).toBeVisible();
});

test("an image that is too large or refused is reported and leaves nothing", async ({
  page,
  faults,
}) => {
  faults.allowStatus(415, 413, 401, 500);
  faults.allow(/net::ERR_FAILED/);
  await paste(page, null, drawing("large.svg", 2_097_153));
  await expect(alert(page)).toContainText("File too large");
  await expect(alert(page)).toContainText("Image must be less than 2MB");
  await paste(page, null, { name: "fake.png", mimeType: "image/png", text: "no image" });
  await expect(alert(page)).toContainText("Upload failed");
  await expect(alert(page)).toContainText("File type not supported.");
  await page.route(CALL, (route) => route.abort());
  await paste(page, null, drawing("lost.svg"));
  await expect(alert(page)).toContainText("Failed to upload image. Please try again.");
  await expect(text(page).getByRole("progressbar")).toHaveCount(0);
  expect(await html(page)).toBe("");
});

test("an image whose place was deleted is reported and inserted nowhere", async ({ page }) => {
  const letGo = await hold(page);
  await page.keyboard.type("One two");
  await page.keyboard.press("ArrowLeft");
  await paste(page, null, drawing("gone.svg"));
  await expect(text(page).getByRole("progressbar")).toBeVisible();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type("Other");
  letGo();
  await expect(alert(page)).toContainText("Error updating form");
  await expect(alert(page)).toContainText("Failed to update form with uploaded image");
  expect(await html(page)).toBe("<p>Other</p>");
});

test("images still uploading in HTML mode are reported, and do not block saving", async ({
  page,
}) => {
  const letGo = await hold(page);
  await page.getByRole("textbox", { name: "Heading" }).fill("With images");
  await page.getByRole("textbox", { name: "URL Slug" }).fill("with-images");
  await text(page).click();
  await page.keyboard.type("Words");
  await paste(page, null, drawing("one.svg"), drawing("two.svg"));
  await showHtml(page);
  letGo();
  await expect(alert(page)).toContainText("Failed to update form with uploaded image");
  // The second upload may still be running.
  await expect(async () => {
    await page.keyboard.press("ControlOrMeta+s");
    await expect(page).toHaveURL(/\/admin\/blog\/edit\//, { timeout: 2_000 });
  }).toPass();
});

test("a post is not saved without an image that is still uploading", async ({ page }) => {
  const letGo = await hold(page);
  await page.getByRole("textbox", { name: "Heading" }).fill("With an image");
  await page.getByRole("textbox", { name: "URL Slug" }).fill("with-an-image");
  await text(page).click();
  await paste(page, null, drawing("slow.svg"));
  await page.keyboard.press("ControlOrMeta+s");
  await expect(alert(page)).toContainText("Please wait");
  await expect(alert(page)).toContainText("An image is still being uploaded.");
  letGo();
  await expect(image(page)).toBeVisible();
  await page.keyboard.press("ControlOrMeta+s");
  await expect(page.getByText("Post created successfully!").first()).toBeVisible();
});

test("Add Media inserts an image from the gallery at the cursor, in both modes", async ({
  page,
}) => {
  await page.keyboard.type("Before after");
  for (let count = 0; count < "after".length; count += 1) await page.keyboard.press("ArrowLeft");
  const add = page.getByRole("button", { name: "Add Media" });
  const gallery = page.getByRole("dialog", { name: "Media Gallery" });
  await add.click();
  const chooser = page.waitForEvent("filechooser");
  await gallery.getByRole("button", { name: "Upload images" }).click();
  const { name, mimeType, text: drawn } = drawing("kept chart.svg");
  await (await chooser).setFiles([{ name, mimeType, buffer: Buffer.from(drawn) }]);
  await gallery.getByRole("button", { name: "Choose kept chart" }).click();
  await expect(gallery).toBeHidden();
  await expect(image(page)).toBeVisible();
  await expect(text(page)).toBeFocused();
  const source = await html(page);
  expect(source.match(IMAGE)?.slice(1)).toEqual(["Before ", "after"]);

  await showHtml(page);
  await text(page).fill("<p></p>");
  await page.keyboard.press("ControlOrMeta+Home");
  for (let count = 0; count < "<p>".length; count += 1) await page.keyboard.press("ArrowRight");
  await add.click();
  await gallery.getByRole("button", { name: "Choose kept chart" }).click();
  await expect.poll(() => sourceOf(page)).toMatch(IMAGE);
  await expect(text(page)).toBeFocused();
});

test("images uploaded together are described in the gallery, without changing the post", async ({
  page,
}) => {
  await page.getByRole("button", { name: "Add Media" }).click();
  const gallery = page.getByRole("dialog", { name: "Media Gallery" });
  const chooser = page.waitForEvent("filechooser");
  await gallery.getByRole("button", { name: "Upload images" }).click();
  const files = ["one.svg", "two.svg"].map((name) => drawing(name));
  await (await chooser).setFiles(
    files.map(({ name, mimeType, text: drawn }) => ({
      name,
      mimeType,
      buffer: Buffer.from(drawn),
    })),
  );
  const field = (name: string) => gallery.getByRole("textbox", { name: `What does ${name} show?` });
  await field("one.svg").fill("First");
  await gallery.getByRole("button", { name: "Save text" }).click();
  await expect(field("two.svg")).toBeFocused();
  await page.keyboard.type("Second");
  await page.keyboard.press("Enter");
  await gallery.getByRole("button", { name: "Choose First" }).click();
  await expect(text(page).getByRole("img", { name: "First" })).toBeVisible();
  await expectPath(page, "/admin/blog/new");
  await expect(page.getByText("Missing required fields")).toHaveCount(0);
});

test("a selected image can be described", async ({ page }) => {
  await paste(page, null, drawing("chart.svg"));
  await image(page).click();
  const alt = page.getByRole("textbox", { name: "Alt text" });
  await expect(alt).toHaveValue("Blog post image");
  await alt.fill("Clicks of a year");
  await alt.press("Enter");
  await expect(text(page)).toBeFocused();
  await expect(text(page).getByRole("img", { name: "Clicks of a year" })).toBeVisible();
  expect(await html(page)).toMatch(/^<p><img src="[^"]+" alt="Clicks of a year"><\/p>$/);
});

test("a version is not saved over another without an image that is still uploading", async ({
  page,
  site,
  faults,
}) => {
  faults.allowStatus(409);
  const api = await AdminApi.signIn(site.url);
  const post = await api.create({ title: "Mine", slug: "mine" });
  await open(page, `/admin/blog/edit/${post.id}`);
  await expect(tool(page, "Bold")).toBeEnabled();
  await api.update(post, { title: "Theirs" });
  await page.getByRole("textbox", { name: "Heading" }).fill("Mine again");
  await page.keyboard.press("ControlOrMeta+s");
  const mine = page.getByRole("button", { name: "Keep mine" });
  await expect(mine).toBeVisible();
  const letGo = await hold(page);
  await text(page).click();
  await paste(page, null, drawing("slow.svg"));
  await mine.click();
  await expect(alert(page).last()).toContainText("An image is still being uploaded.");
  letGo();
  await expect(image(page)).toBeVisible();
  await mine.click();
  await expect(page.getByText("Post updated successfully!").first()).toBeVisible();
});

test("the alt text of an image follows undo", async ({ page }) => {
  await paste(page, null, drawing("chart.svg"));
  await image(page).click();
  const alt = page.getByRole("textbox", { name: "Alt text" });
  await alt.fill("A chart");
  await alt.press("Enter");
  await expect(text(page)).toBeFocused();
  await page.keyboard.press("ControlOrMeta+z");
  await expect(image(page)).toBeVisible();
  await expect(alt).toHaveValue("Blog post image");
});
