import type { Locator, Page } from "@playwright/test";
import { AdminApi, signInCookies } from "../../support/admin";
import { expectAccessible } from "../../support/axe";
import { open } from "../../support/pages";
import { png } from "../../support/png";
import { expect, test } from "../../support/test";

test.use({ data: "own" });

const WIDTHS = [1440, 390] as const;

/** Uploads an image to the library and opens its details. */
async function openDetails(page: Page, url: string, name: string): Promise<[Locator, string]> {
  const api = await AdminApi.signIn(url);
  const media = await api.upload(name, png(800, 500));
  await signInCookies(page);
  await open(page, "/admin/media");
  await page.getByRole("button", { name: `Open ${name.split(".")[0]}` }).click();
  return [page.getByRole("dialog", { name, exact: true }), media.url];
}

/** Checks the layout at both widths. */
async function expectSound(page: Page) {
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    await expectAccessible(page);
    const excess = await page.evaluate(() =>
      [document.documentElement, ...document.querySelectorAll("dialog[open]")].map(
        ({ scrollWidth, clientWidth }) => scrollWidth - clientWidth,
      ),
    );
    expect(Math.max(...excess)).toBeLessThanOrEqual(0);
  }
  await page.setViewportSize({ width: WIDTHS[0], height: 900 });
}

const tiles = (page: Page) => page.getByRole("list", { name: "Images" }).getByRole("listitem");

test("a file is replaced: posts show the new one, and the former address redirects to it", async ({
  page,
  site,
}) => {
  const api = await AdminApi.signIn(site.url);
  const former = (await api.upload("chart.png", png(800, 500))).url;
  const content = `<p>x</p><img src="${former}" alt="A chart">`;
  await api.create({ title: "Shows it", slug: "shows-it", content, featured_image: former });
  await signInCookies(page);
  await open(page, "/admin/media");
  await page.getByRole("button", { name: "Open chart" }).click();
  const details = page.getByRole("dialog", { name: "chart.png", exact: true });
  await expect(details.getByRole("link", { name: "Shows it" })).toBeVisible();
  await expectSound(page);

  const chooser = page.waitForEvent("filechooser");
  await details.getByRole("button", { name: "Replace file" }).click();
  const buffer = png(1000, 400);
  await (await chooser).setFiles({ name: "newer.png", mimeType: "image/png", buffer });
  const question = page.getByRole("dialog", { name: "Replace chart.png with newer.png?" });
  await expect(question).toContainText("Used in one place, which will show the new file.");
  await expectSound(page);
  await question.getByRole("button", { name: "Replace file" }).click();
  await expect(page.getByText("File replaced")).toBeVisible();
  await expect(question).toBeHidden();

  const now = page.getByRole("dialog", { name: "newer.png", exact: true });
  await expect(now).toContainText("PNG, 1000 × 400");
  await expect(now.getByRole("textbox", { name: "Alt text" })).toHaveValue("newer");
  await now.getByRole("button", { name: "Close" }).first().click();
  await expect(tiles(page)).toHaveCount(1);
  await expect(tiles(page)).toContainText("newer.png");

  const answer = await page.request.get(former, { maxRedirects: 0 });
  expect([answer.status(), answer.headers()["cache-control"]]).toEqual([302, "public, max-age=60"]);
  await open(page, "/blog/shows-it");
  const image = page.getByRole("img", { name: "A chart" });
  expect(await image.getAttribute("src")).toBe(answer.headers().location);
  expect(await image.getAttribute("src")).not.toBe(former);
  await image.scrollIntoViewIfNeeded();
  const shape = (one: HTMLImageElement) => one.naturalWidth / one.naturalHeight;
  await expect.poll(() => image.evaluate(shape)).toBeCloseTo(2.5, 1);
});

test("an image is cropped by keys, numbers and pointer", async ({ page, site }) => {
  const [details] = await openDetails(page, site.url, "chart.png");
  await details.getByRole("textbox", { name: "Alt text" }).fill("Clicks by month");
  await details.getByRole("button", { name: "Save details" }).click();
  await expect(page.getByText("Details saved")).toBeVisible();
  await details.getByRole("button", { name: "Crop" }).click();
  const crop = page.getByRole("dialog", { name: "Crop chart.png" });
  const area = crop.getByRole("button", { name: "Crop area" });
  await expect(area).toBeVisible();
  await expect(crop).toContainText("Cropping replaces the original. To keep it, save a new image.");
  await expectSound(page);

  const field = (name: string) => crop.getByRole("spinbutton", { name: `${name} (px)` });
  const values = async () => {
    const names = ["Left", "Top", "Width", "Height"];
    return Promise.all(names.map(async (name) => Number(await field(name).inputValue())));
  };
  expect(await values()).toEqual([80, 50, 640, 400]);
  await area.focus();
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("ArrowDown");
  expect(await values()).toEqual([72, 58, 640, 400]);
  await page.keyboard.press("Shift+ArrowLeft");
  await page.keyboard.press("Shift+ArrowUp");
  expect(await values()).toEqual([72, 58, 632, 392]);

  await crop.getByRole("combobox", { name: "Shape" }).selectOption("1:1");
  expect(await values()).toEqual([200, 50, 400, 400]);
  await field("Width").fill("300");
  await field("Left").fill("10");
  expect(await values()).toEqual([10, 50, 300, 300]);

  const box = (await area.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  const scale = box.width / 300;
  const [middleX, middleY] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(middleX, middleY);
  await page.mouse.down();
  await page.mouse.move(middleX + 100 * scale, middleY + 20 * scale, { steps: 3 });
  await page.mouse.up();
  expect(await values()).toEqual([110, 70, 300, 300]);
  const [right, bottom] = [box.x + box.width + 100 * scale, box.y + box.height + 20 * scale];
  await page.mouse.move(right - 5, bottom - 5);
  await page.mouse.down();
  await page.mouse.move(right - 5 - 100 * scale, bottom - 5 - 100 * scale, { steps: 3 });
  await page.mouse.up();
  expect(await values()).toEqual([110, 70, 200, 200]);

  await crop.getByRole("button", { name: "Save as new image" }).click();
  await expect(page.getByText("Saved as new image")).toBeVisible();
  await expect(crop).toBeHidden();
  await expect(details).toContainText("PNG, 800 × 500");
  await details.getByRole("button", { name: "Crop" }).click();
  await crop.getByRole("combobox", { name: "Shape" }).selectOption("16:9");
  await crop.getByRole("button", { name: "Crop image" }).click();
  await expect(page.getByText("Image cropped")).toBeVisible();
  await expect(details).toContainText("PNG, 640 × 360");
  await details.getByRole("button", { name: "Close" }).first().click();
  await expect(tiles(page)).toHaveCount(2);
  await expect(tiles(page).nth(0)).toContainText("chart-cropped.png");
  await expect(tiles(page).nth(0)).toContainText("200 × 200");
  await expect(tiles(page).getByText("check this alt text")).toHaveCount(0);
  await expect(tiles(page).nth(1)).toContainText("640 × 360");
});

test("images are organised in folders", async ({ page, site }) => {
  const [details] = await openDetails(page, site.url, "chart.png");
  await details.getByRole("combobox", { name: "Folder" }).fill(" Team photos ");
  await details.getByRole("button", { name: "Save details" }).click();
  await expect(page.getByText("Details saved")).toBeVisible();
  await expect(details.getByRole("combobox", { name: "Folder" })).toHaveValue("Team photos");
  await details.getByRole("button", { name: "Close" }).first().click();

  const folders = page.getByRole("navigation", { name: "Folder" });
  await folders.getByRole("link", { name: "Team photos 1" }).click();
  await expect(page).toHaveURL("/admin/media?folder=Team%20photos");
  await expect(tiles(page)).toHaveCount(1);
  await expect(page.getByText("They go into the folder “Team photos”.")).toBeVisible();
  await expectSound(page);
  const chooser = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "Upload images" }).click();
  const file = { name: "second.png", mimeType: "image/png", buffer: png(40, 30) };
  await (await chooser).setFiles(file);
  await expect(folders.getByRole("link", { name: "Team photos 2" })).toBeVisible();
  await expect(tiles(page)).toHaveCount(2);

  // An image removed from the current folder leaves the list, but its details stay open.
  await page.getByRole("button", { name: "Open second" }).click();
  const second = page.getByRole("dialog", { name: "second.png", exact: true });
  await second.getByRole("combobox", { name: "Folder" }).fill("");
  await second.getByRole("button", { name: "Save details" }).click();
  await expect(
    folders.getByRole("link", { name: "Team photos 1", includeHidden: true }),
  ).toBeVisible();
  await expect(second).toBeVisible();
  await second.getByRole("button", { name: "Close" }).first().click();
  await expect(tiles(page)).toHaveCount(1);
  await folders.getByRole("link", { name: "All folders" }).click();
  await expect(tiles(page)).toHaveCount(2);

  await open(page, "/admin/blog/new");
  await page.getByRole("button", { name: "Media Gallery" }).click();
  const gallery = page.getByRole("dialog", { name: "Media Gallery" });
  await expect(gallery.getByRole("listitem")).toHaveCount(2);
  await gallery.getByRole("combobox", { name: "Folder" }).selectOption("Team photos");
  await expect(gallery.getByRole("listitem")).toHaveCount(1);
});

test("the focal point of an image stays visible where pages crop the image", async ({
  page,
  site,
}) => {
  const api = await AdminApi.signIn(site.url);
  const media = await api.upload("tall.png", png(300, 900));
  await api.create({ title: "Tall", slug: "tall", published: true, featured_image: media.url });
  await signInCookies(page);
  await open(page, "/admin/media");
  await page.getByRole("button", { name: "Open tall" }).click();
  const details = page.getByRole("dialog", { name: "tall.png", exact: true });
  await details.getByRole("textbox", { name: "Alt text" }).fill("A tower");
  await details.getByRole("button", { name: "Focal point" }).click();
  const dialog = page.getByRole("dialog", { name: "Focal point of tall.png" });
  const point = dialog.getByRole("button", { name: /^Focal point,/ });
  await expect(point).toBeVisible();
  await expectSound(page);

  const field = (name: string) => dialog.getByRole("spinbutton", { name });
  const values = async () => [
    await field("Across (%)").inputValue(),
    await field("Down (%)").inputValue(),
  ];
  expect(await values()).toEqual(["50", "50"]);
  await point.focus();
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Shift+ArrowRight");
  expect(await values()).toEqual(["60", "49"]);
  await field("Down (%)").fill("200");
  await field("Across (%)").focus();
  expect(await values()).toEqual(["60", "100"]);
  const shown = (await dialog.locator(".focus-stage > img").boundingBox()) ?? {
    x: 0,
    y: 0,
    width: 0,
    height: 0,
  };
  await page.mouse.move(shown.x + shown.width * 0.9, shown.y + shown.height * 0.9);
  await page.mouse.down();
  await page.mouse.move(shown.x + shown.width * 0.3, shown.y + shown.height * 0.1, { steps: 3 });
  await page.mouse.up();
  const [across, down] = (await values()).map(Number);
  expect(Math.abs((across ?? 0) - 30)).toBeLessThanOrEqual(1);
  expect(Math.abs((down ?? 0) - 10)).toBeLessThanOrEqual(1);
  await expect(dialog.locator(".focus-card img")).toHaveCSS("object-position", "25% 0%");
  await dialog.getByRole("button", { name: "Save focal point" }).click();
  await expect(page.getByText("Focal point saved")).toBeVisible();
  await expect(dialog).toBeHidden();
  // What was typed in the details is still there.
  await expect(details.getByRole("textbox", { name: "Alt text" })).toHaveValue("A tower");
  await details.getByRole("button", { name: "Close" }).first().click();
  await expect(tiles(page).locator("img")).toHaveCSS("object-position", "25% 0%");

  for (const address of ["/blog", "/blog/tall", "/admin/blog"]) {
    await open(page, address);
    const cover = page.locator(".cover-photo > img").first();
    await expect(cover).toHaveCSS("object-position", "25% 0%");
    await expect(cover).toHaveCSS("object-fit", "cover");
  }
});
