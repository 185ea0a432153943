import { AdminApi } from "../../support/admin";
import { open } from "../../support/pages";
import { png } from "../../support/png";
import { expect, test } from "../../support/test";

test.use({ data: "own" });

/** The width that the screen needs for each image of a page, and the variant that the browser chose, in pixels. */
interface Choice {
  needed: number;
  taken: number;
  source: string;
}

test("no image is loaded much larger than it is shown", async ({ browser, site }) => {
  // Nine screens, two pages each.
  test.slow();
  const api = await AdminApi.signIn(site.url);
  const media = await api.upload("photo.png", png(2000, 1250));
  // Another file, as the browser would reuse a larger variant that it has already loaded.
  const inText = await api.upload("chart.png", png(2000, 1250));
  const content = `<p>Some words.</p><p><img src="${inText.url}" alt="A chart"></p>`;
  for (let number = 1; number <= 3; number += 1)
    await api.create({
      title: `Photographed ${number}`,
      slug: `photographed-${number}`,
      content,
      featured_image: media.url,
    });
  for (const width of [390, 768, 1440]) {
    for (const deviceScaleFactor of [1, 1.75, 2]) {
      const context = await browser.newContext({
        baseURL: site.url,
        viewport: { width, height: 900 },
        deviceScaleFactor,
      });
      const page = await context.newPage();
      for (const path of ["/blog", "/blog/photographed-1"]) {
        await open(page, path);
        const pictures = page.locator("img[srcset*='/media/']");
        for (const picture of await pictures.all()) {
          await picture.scrollIntoViewIfNeeded();
          // A lazy image has chosen its variant once it is loaded.
          await expect(picture).toHaveJSProperty("complete", true);
          await expect(picture).not.toHaveJSProperty("currentSrc", "");
        }
        const choices = await pictures.evaluateAll((images) =>
          (images as HTMLImageElement[]).map((image): Choice => {
            const box = image.getBoundingClientRect();
            // An image that covers its box may be wider than the box.
            const shown = Math.max(box.width, box.height * (2000 / 1250));
            const form = /-(\d+)\.webp$/.exec(image.currentSrc)?.[1];
            return {
              needed: Math.round(Math.min(shown * devicePixelRatio, 1600)),
              taken: Number(form ?? 2000),
              source: image.sizes,
            };
          }),
        );
        expect(choices.length, path).toBeGreaterThan(0);
        const wasteful = choices.filter(({ needed, taken }) => taken > Math.max(320, needed * 1.3));
        expect(wasteful, `${path} at ${width} × ${deviceScaleFactor}`).toEqual([]);
        const blurred = choices.filter(({ needed, taken }) => taken < needed * 0.75);
        expect(blurred, `${path} at ${width} × ${deviceScaleFactor}`).toEqual([]);
      }
      await context.close();
    }
  }
});
