import type { Page } from "@playwright/test";
import sharp from "sharp";
import { expectPath, hold, open } from "../../support/pages";
import { expect as expectWithin, test } from "../../support/test";

/** Flags for software WebGL: slow, but the same on every machine. */
const SOFTWARE = ["--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader"];
/** Flags that disable WebGL in all other tests. */
const NO_WEBGL = ["--disable-gpu", "--disable-software-rasterizer"];
/** On a busy machine, a software-rendered frame takes seconds and blocks the whole page. */
const DRAWN = { timeout: 60_000 };
const expect = expectWithin.configure(DRAWN);

test.use({
  launchOptions: async ({ launchOptions }, use) =>
    use({
      ...launchOptions,
      args: [...(launchOptions.args ?? []).filter((flag) => !NO_WEBGL.includes(flag)), ...SOFTWARE],
    }),
});

test.describe.configure({ timeout: 4 * DRAWN.timeout });

/**
 * Makes the scene believe that the device has a fast graphics card: otherwise it would recognise the software renderer
 * by its name, and by its slow frames.
 */
async function pretendFast(page: Page): Promise<void> {
  await page.route("**/assets/scene.worker-*.js", async (route) => {
    const response = await route.fetch();
    const code = (await response.text()).replace(/\/swiftshader[^/]*\/i/, "/no such device/");
    const clock = "let frameTime = 0; performance.now = () => (frameTime += 16);";
    await route.fulfill({ response, body: `${clock}${code}` });
  });
}

/** Returns by how much the mean colours of two images differ, in the channel where it is most, from 0 to 255. */
async function colourDifference(one: Buffer, other: Buffer): Promise<number> {
  const [{ channels }, { channels: others }] = await Promise.all([
    sharp(one).stats(),
    sharp(other).stats(),
  ]);
  return Math.max(...channels.map(({ mean }, i) => Math.abs(mean - (others[i]?.mean ?? 0))));
}

const still = (page: Page) => page.locator(".hero-stage img");
const robot = (page: Page) => page.locator("canvas.hero-canvas");

test("the robot replaces its still image in place, then ink is drawn behind the headline", async ({
  page,
}) => {
  await pretendFast(page);
  const letIn = await hold(page, "**/assets/robot-*.js");
  await open(page, "/");
  await expect(still(page)).toBeVisible();
  // A font that is loaded later would move what is measured here.
  await page.evaluate(() => document.fonts.ready);
  const before = await still(page).boundingBox();
  const clip = { ...(before ?? { x: 0, y: 0, width: 0 }), height: 500 };
  const shown = await page.screenshot({ clip });
  letIn();
  await expect(robot(page)).toHaveAttribute("data-drawn", "true");
  await expect(robot(page)).toHaveAttribute("aria-hidden", "true");
  await expect(still(page)).toBeHidden();
  expect(await still(page).boundingBox()).toEqual(before);
  const drawn = await page.screenshot({ clip });
  // The head has turned since, and the headline's caret is there: without them both have the same colours.
  expect(await colourDifference(shown, drawn), "`make stills` draws the still").toBeLessThan(4);
  expect(page.workers()).toHaveLength(1);
  const ink = page.locator("canvas.hero-ink");
  await expect(ink).toHaveAttribute("aria-hidden", "true");

  // Reduced motion may be requested at any time.
  await page.emulateMedia({ reducedMotion: "reduce" });
  await expect(page.locator("canvas")).toHaveCount(0);
  await expect(still(page)).toBeVisible();
  await expect.poll(() => page.workers().length).toBe(0);
});

test("the scene ends with the page", async ({ page }) => {
  await pretendFast(page);
  await open(page, "/");
  await expect.poll(() => page.workers().length).toBe(1);
  await page
    .getByRole("navigation", { name: "Main" })
    .getByRole("link", { name: "Contact" })
    .click();
  await expectPath(page, "/contact");
  await expect.poll(() => page.workers().length).toBe(0);
});

test("a worker that fails leaves the still image, without an error", async ({ page }) => {
  await pretendFast(page);
  await page.route("**/assets/robot-*.js*", (route) =>
    route.fulfill({ contentType: "text/javascript", body: "throw new Error('broken');" }),
  );
  await open(page, "/");
  await page.waitForRequest("**/assets/robot-*.js", DRAWN);
  await expect.poll(() => page.workers().length).toBe(0);
  await expect(page.locator("canvas")).toHaveCount(0);
  await expect(still(page)).toBeVisible();
});

test("with software rendering the still image stays and nothing is drawn", async ({ page }) => {
  const begins = page.waitForEvent("worker");
  await open(page, "/");
  await begins;
  await expect.poll(() => page.workers().length).toBe(0);
  await expect(page.locator("canvas")).toHaveCount(0);
  await expect(still(page)).toBeVisible();
  // Moving the pointer does not wake it.
  for (let x = 100; x < 1200; x += 100) await page.mouse.move(x, 300);
  expect(page.workers()).toHaveLength(0);
  const robotCode = await page.evaluate(
    () =>
      performance.getEntriesByType("resource").filter(({ name }) => /robot-\w+\.js/.test(name))
        .length,
  );
  expect(robotCode, "the large part is not fetched").toBe(0);
});
