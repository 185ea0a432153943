import type { Locator, Page } from "@playwright/test";
import { signInCookies } from "../../support/admin";
import { open } from "../../support/pages";
import { expect, test } from "../../support/test";

test.beforeEach(async ({ page }) => page.emulateMedia({ forcedColors: "active" }));

const outline = (locator: Locator): Promise<string> =>
  locator.evaluate((element) => getComputedStyle(element).outlineStyle);

/** Expects an outline on the chosen item only. */
async function expectTold(page: Page, chosen: Locator, other: Locator): Promise<void> {
  // A control that was just used has the focus ring as well.
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  expect(await outline(chosen), "chosen").toBe("solid");
  expect(await outline(other), "another").toBe("none");
}

test("current filters, views, tabs and pages are recognisable in forced colours", async ({
  page,
}) => {
  await open(page, "/blog?trending=true");
  const sort = page.getByRole("group", { name: "Sort" });
  const link = (name: string) => sort.getByRole("link", { name });
  await expectTold(page, link("Trending"), link("Latest Articles"));
  const view = (name: string) => page.getByRole("button", { name, exact: true });
  await expectTold(page, view("Cards"), view("List"));
  const main = page.getByRole("navigation", { name: "Main" });
  await expectTold(page, main.getByRole("link", { name: "Blog" }), main.getByRole("link").first());
  await open(page, "/contact");
  const tab = (name: string) => page.getByRole("tab", { name });
  await expectTold(page, tab("Send Message"), tab("Book Video Call"));
});

test("the points of an article's lists are seen on the system's ground", async ({ page }) => {
  await page.emulateMedia({ colorScheme: "light" });
  await open(page, "/blog/log-files");
  const [point, text] = await page
    .locator(".prose ul > li")
    .first()
    .evaluate((item) => [
      getComputedStyle(item, "::before").backgroundColor,
      getComputedStyle(item).color,
    ]);
  expect(point).toBe(text);
});

test("the texts of the quiz's drawing are readable in forced colours", async ({ page }) => {
  await page.emulateMedia({ colorScheme: "light" });
  await open(page, "/contact");
  const words = page.locator("#growth-quiz svg text");
  await expect(words).toHaveCount(8);
  const colours = await words.evaluateAll((all) => all.map((one) => getComputedStyle(one).fill));
  const text = await page.evaluate(() => getComputedStyle(document.body).color);
  expect(new Set(colours)).toEqual(new Set([text]));
});

test("so are the filters of staff, and switches use system colours", async ({ page }) => {
  await signInCookies(page);
  await open(page, "/admin/enquiries?status=new");
  const status = page.getByRole("navigation", { name: "Status" });
  await expectTold(
    page,
    status.getByRole("link", { name: "New" }),
    status.getByRole("link", { name: "Done" }),
  );
  await open(page, "/admin/blog/new");
  await expect(page.getByRole("switch", { name: "Publish post" })).toHaveCSS("appearance", "auto");
});

test("the home page's headline has no decoration behind it", async ({ page }) => {
  await open(page, "/");
  for (const decoration of await page.locator(".hero-wall, .hero-ink, .tick-rail").all())
    await expect(decoration).toBeHidden();
});
