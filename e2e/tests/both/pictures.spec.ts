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
