import type { Page } from "@playwright/test";
import { AdminApi, signInCookies } from "../../support/admin";
import { expectAccessible } from "../../support/axe";
import { open } from "../../support/pages";
import { expect, test } from "../../support/test";

test.use({ data: "own" });
test.beforeEach(async ({ page }) => signInCookies(page));

/** Returns an SVG image of `bytes`. */
function drawing(bytes = 0): Buffer {
  const [head, tail] = [
    '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="30"><rect width="9" height="9"/><!--',
    "--></svg>",
  ];
  return Buffer.from(head + "x".repeat(Math.max(0, bytes - head.length - tail.length)) + tail);
}

const svg = (name: string, bytes?: number) => ({
  name,
  mimeType: "image/svg+xml",
  buffer: drawing(bytes),
});

const gallery = (page: Page) => page.getByRole("dialog", { name: "Media Gallery" });

async function choose(page: Page, button: string, ...files: ReturnType<typeof svg>[]) {
  const chooser = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: button }).click();
  await (await chooser).setFiles(files);
}

test("images are uploaded into the gallery, described, and deleted", async ({ page, faults }) => {
  await open(page, "/admin/blog");
  await page
    .getByRole("navigation", { name: "Admin" })
    .getByRole("link", { name: "Media" })
    .click();
  await expect(page.getByRole("heading", { level: 1, name: "Media Gallery" })).toBeVisible();
  await choose(page, "Upload images", svg("first chart.svg"), svg("second chart.svg"));
  await expect(
    page.getByText("Image has been uploaded and added to the media gallery"),
  ).toBeVisible();
  const tiles = page.getByRole("list", { name: "Images" }).getByRole("listitem");
  await expect(tiles).toHaveCount(2);
  await expect(tiles.first()).toContainText("second chart.svg");
  await expect(tiles.first()).toContainText("check this alt text");
  await expectAccessible(page);

  await page.getByRole("button", { name: "Open second chart" }).click();
  const details = page.getByRole("dialog", { name: "second chart.svg" });
  await expect(details).toContainText("Not used anywhere.");
  await expectAccessible(page);
  await details.getByRole("textbox", { name: "Alt text" }).fill("Clicks of a year");
  await details.getByRole("button", { name: "Save details" }).click();
  await expect(page.getByText("Details saved")).toBeVisible();
  await details.getByRole("button", { name: "Close" }).first().click();
  await expect(tiles.first()).not.toContainText("check this alt text");
  await page.getByRole("searchbox", { name: "Search media" }).fill("CLICKS");
  await page.keyboard.press("Enter");
  await expect(tiles).toHaveCount(1);

  const api = await AdminApi.signIn(new URL(page.url()).origin);
  const list = (await (await api.send("GET", "/api/admin/media?search=clicks")).json()) as {
    media: { url: string }[];
  };
  const content = `<p>x</p><img src="${list.media[0]?.url}" alt="y">`;
  await api.create({ title: "Shows it", slug: "shows-it", content });
  faults.allowStatus(409);
  const asked: string[] = [];
  page.on("dialog", async (dialog) => {
    asked.push(dialog.message());
    await dialog.accept();
  });
  await page.getByRole("button", { name: "Open Clicks of a year" }).click();
  await page.getByRole("button", { name: "Delete image" }).click();
  await expect(page.getByText("Image deleted.")).toBeVisible();
  expect(asked).toEqual([
    "Are you sure you want to delete this image?",
    "This image is used in “Shows it”. Delete it anyway?",
  ]);
});

test("each uploaded image is asked for its alt text", async ({ page }) => {
  await open(page, "/admin/media");
  const zone = page.getByRole("region", { name: "Upload images" });
  const field = (name: string) => zone.getByRole("textbox", { name: `What does ${name} show?` });
  const tile = (name: string) => page.getByRole("listitem").filter({ hasText: name });
  const names = ["chart.svg", "line.svg", "later.svg"] as const;
  await choose(page, "Upload images", ...names.map((name) => svg(name)));
  await expect(field("chart.svg")).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.type("Clicks of a year");
  await page.keyboard.press("Enter");
  await expect(field("line.svg")).toBeFocused();
  // Leaves it empty: the image is decorative.
  await page.keyboard.press("Enter");
  await expect(field("later.svg")).toBeFocused();
  await zone.getByRole("button", { name: "Skip" }).click();
  await expect(zone.getByRole("textbox")).toHaveCount(0);
  await expect(zone.getByRole("button")).toBeFocused();
  for (const name of ["chart.svg", "line.svg"])
    await expect(tile(name)).not.toContainText("check this alt text");
  await expect(tile("later.svg")).toContainText("check this alt text");

  const api = await AdminApi.signIn(new URL(page.url()).origin);
  const { media } = (await (await api.send("GET", "/api/admin/media")).json()) as {
    media: { file_name: string; alt_text: string }[];
  };
  const texts = Object.fromEntries(media.map((one) => [one.file_name, one.alt_text]));
  expect(texts).toEqual({ "chart.svg": "Clicks of a year", "line.svg": "", "later.svg": "later" });
});

test("the editor's fields take images from the gallery and from the computer", async ({ page }) => {
  await open(page, "/admin/blog/new");
  const hero = page.getByRole("textbox", { name: "Hero Image" });
  await page.getByRole("button", { name: "Media Gallery" }).click();
  await expect(gallery(page)).toContainText("No images found.");
  await choose(page, "Upload images", svg("hero.svg"));
  await gallery(page).getByRole("button", { name: "Choose hero" }).click();
  await expect(gallery(page)).toBeHidden();
  await expect(hero).toHaveValue(/^\/media\/images\/\d+-[0-9a-f]{16}\.svg$/);

  const thumbnail = page.getByRole("textbox", { name: "Blog Thumbnail" });
  await choose(page, "Upload the thumbnail", svg("thumb.svg"));
  await expect(page.getByText("Image was uploaded and added to the form")).toBeVisible();
  await expect(thumbnail).toHaveValue(/^\/media\/images\//);
  // The request for its text is beside the field, and Enter submits only that.
  const asked = page.getByRole("textbox", { name: "What does thumb.svg show?" });
  await expect(asked).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.type("A magnifying glass");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Alt text saved")).toBeVisible();
  await expect(asked).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Gallery for the thumbnail" })).toBeFocused();
  await expect(page).toHaveURL(/\/admin\/blog\/new$/);
  await page.getByRole("button", { name: "Gallery for the thumbnail" }).click();
  await gallery(page).getByRole("button", { name: "Choose hero" }).click();
  await expect(thumbnail).toHaveValue(await hero.inputValue());
  await expect(page.getByRole("img", { name: "Preview of Hero Image" })).toBeVisible();
});

test("a file over the limit, or not an image, is refused with the reason", async ({
  page,
  faults,
}) => {
  faults.allowStatus(415);
  await open(page, "/admin/blog/new");
  await choose(page, "Upload the hero", svg("large.svg", 2_097_153));
  await expect(page.getByText("Image must be less than 2MB")).toBeVisible();
  await choose(page, "Upload the hero", {
    name: "fake.png",
    mimeType: "image/png",
    buffer: Buffer.from("<script>alert(1)</script>"),
  });
  await expect(
    page.getByText("File type not supported. Please upload JPG, PNG, GIF, WEBP, or SVG"),
  ).toBeVisible();
  await expect(page.getByRole("textbox", { name: "Hero Image" })).toHaveValue("");
  await open(page, "/admin/media");
  await choose(page, "Upload images", svg("large.svg", 5_242_881));
  await expect(page.getByText("File too large (max 5MB)")).toBeVisible();
});
