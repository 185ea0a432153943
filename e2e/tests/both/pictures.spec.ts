import sharp from "sharp";
import { AdminApi } from "../../support/admin";
import { open } from "../../support/pages";
import { png } from "../../support/png";
import { countShifts } from "../../support/shifts";
import { expect, test } from "../../support/test";

test.use({ data: "own" });

const words = (count: number) => `<p>${"Some words that take room. ".repeat(count)}</p>`;

test("an article's images load in suitable variants without layout shifts", async ({ page, site }, {
  project,
}) => {
  const api = await AdminApi.signIn(site.url);
  const media = await api.upload("chart.png", png(2000, 1000));
  // Another file, as an image that is already loaded may be shown at once, however far below.
  const far = await api.upload("far.png", png(2400, 1200));
  const picture = ({ url }: { url: string }) => `<img src="${url}" alt="A chart">`;
  const content = words(20) + picture(media) + words(2_000) + picture(far) + words(20);
  const fields = { title: "Shown", slug: "shown-pictures", content, featured_image: media.url };
  await api.create(fields);
  const shifts = await countShifts(page);
  await open(page, "/blog/shown-pictures");
  const hero = page.locator(".cover-photo img").first();
  const pictures = page.getByRole("img", { name: "A chart" });
  const shownForm = (image: typeof hero) =>
    image.evaluate((image: HTMLImageElement) => /-(\d+)\.webp$/.exec(image.currentSrc)?.[1] ?? "");
  const expected = project.name === "phone" ? ["320", "400", "480"] : ["768", "960"];
  await expect.poll(async () => expected.includes(await shownForm(hero))).toBe(true);
  await pictures.first().scrollIntoViewIfNeeded();
  await expect.poll(async () => expected.includes(await shownForm(pictures.first()))).toBe(true);
  // The distant image was not loaded before it was near the viewport.
  await expect(pictures.last()).toHaveAttribute("loading", "lazy");
  await expect(pictures.last()).toHaveJSProperty("complete", false);
  const { height } = (await pictures.last().boundingBox()) ?? { height: 0 };
  await pictures.last().scrollIntoViewIfNeeded();
  await expect(pictures.last()).toHaveJSProperty("complete", true);
  await expect.poll(async () => expected.includes(await shownForm(pictures.last()))).toBe(true);
  const loaded = await pictures.last().boundingBox();
  expect(loaded?.height, "its room was kept").toBeCloseTo(height, 0);
  expect(loaded && loaded.width / loaded.height).toBeCloseTo(2, 1);
  expect(await shifts()).toBeLessThan(0.01);
});

test("a photograph is sent as AVIF, in its colours", async ({ page, site }) => {
  const [width, height] = [900, 600];
  const [left, right] = [
    [190, 70, 50],
    [40, 90, 180],
  ] as const;
  const pixels = Buffer.alloc(width * height * 3);
  for (let at = 0; at < pixels.length; at += 1) {
    const [x, y] = [Math.floor(at / 3) % width, Math.floor(at / 3 / width)];
    const base = (x < width / 2 ? left : right)[at % 3] ?? 0;
    // Detail, as photographs have.
    pixels[at] = base + 20 * Math.sin((x + 2 * y) / 5) + 15 * Math.sin((3 * x + y) / 17);
  }
  const file = await sharp(pixels, { raw: { width, height, channels: 3 } })
    .png()
    .toBuffer();
  const api = await AdminApi.signIn(site.url);
  const { url } = await api.upload("photograph.png", file);
  const content = `<p>Words.</p><img src="${url}" alt="A photograph">`;
  await api.create({ title: "Photograph", slug: "photograph-as-avif", content });
  // The largest one, which is encoded last.
  const variant = `${site.url}${url.replace(".png", "-768.webp")}`;
  const type = async () =>
    (await fetch(variant, { headers: { accept: "image/avif" } })).headers.get("content-type");
  await expect.poll(type, { timeout: 60_000 }).toBe("image/avif");

  const loaded = page.waitForResponse((response) => response.url().includes("/media/images/"));
  await open(page, "/blog/photograph-as-avif");
  const image = page.getByRole("img", { name: "A photograph" });
  await image.scrollIntoViewIfNeeded();
  expect((await loaded).headers()["content-type"]).toBe("image/avif");
  const colours = await image.evaluate(async (image: HTMLImageElement) => {
    await image.decode();
    const { naturalWidth: width, naturalHeight: height } = image;
    const context = new OffscreenCanvas(width, height).getContext("2d", {
      willReadFrequently: true,
    });
    if (!context) throw new Error("no canvas");
    context.drawImage(image, 0, 0);
    const average = (from: number) => {
      const { data } = context.getImageData(from, 0, Math.floor(width / 2), height);
      const sums = [0, 0, 0];
      for (const [at, value] of data.entries())
        if (at % 4 < 3) sums[at % 4] = (sums[at % 4] ?? 0) + value;
      return sums.map((sum) => sum / (data.length / 4));
    };
    return [...average(0), ...average(Math.ceil(width / 2))];
  });
  for (const [at, expected] of [...left, ...right].entries())
    expect(Math.abs((colours[at] ?? 0) - expected), `colour ${at}`).toBeLessThan(6);
});
