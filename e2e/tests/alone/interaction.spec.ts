import { AdminApi, signInCookies } from "../../support/admin";
import { text } from "../../support/editor";
import { expectPath, open } from "../../support/pages";
import { Responsiveness } from "../../support/responsiveness";
import { expect, test } from "../../support/test";

/** Maximum time from a key or press to the next paint, on the throttled processor, in milliseconds. */
const BUDGET = 100;

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true });

  test("the menu opens at once", async ({ page }) => {
    await open(page, "/about");
    const watch = await Responsiveness.watch(page);
    const menu = page.getByRole("dialog", { name: "Menu" });
    const taken = await watch.measure(
      async () => {
        await page.getByRole("button", { name: "Open menu" }).tap();
        await expect(menu).toBeVisible();
      },
      async () => {
        await page.keyboard.press("Escape");
        await expect(menu).toHaveCount(0);
      },
    );
    expect(taken).toBeLessThanOrEqual(BUDGET);
  });
});

test("a filter of the listing responds at once", async ({ page }) => {
  await open(page, "/blog");
  const watch = await Responsiveness.watch(page);
  const chip = page.getByRole("link", { name: "Trending" });
  const taken = await watch.measure(
    async () => {
      await chip.click();
      await expectPath(page, "/blog?trending=true");
      await expect(chip).toHaveAttribute("aria-current", /.+/);
    },
    async () => {
      await chip.click();
      await expectPath(page, "/blog");
    },
  );
  expect(taken).toBeLessThanOrEqual(BUDGET);
});

test("a question opens at once", async ({ page }) => {
  await open(page, "/seo");
  const watch = await Responsiveness.watch(page);
  const question = page.locator("#seo-faq").getByRole("button", { expanded: false }).first();
  const name = (await question.textContent()) ?? "";
  const button = page.locator("#seo-faq").getByRole("button", { name });
  const isOpen = (open: boolean) => expect(button).toHaveAttribute("aria-expanded", `${open}`);
  const taken = await watch.measure(
    async () => {
      await button.click();
      await isOpen(true);
    },
    async () => {
      await button.click();
      await isOpen(false);
    },
  );
  expect(taken).toBeLessThanOrEqual(BUDGET);
});

test.describe("in the editor", () => {
  test.use({ data: "own" });

  test("a key in a long text appears at once", async ({ page, site }) => {
    const api = await AdminApi.signIn(site.url);
    const paragraph = `<p>${"Crawlers read what servers answer. ".repeat(10)}</p>`;
    const post = await api.create({
      title: "Long",
      slug: "long",
      content: paragraph.repeat(40),
    });
    await signInCookies(page);
    await open(page, `/admin/blog/edit/${post.id}`);
    const last = text(page).locator("p").last();
    await last.click();
    await page.keyboard.press("Control+End");
    const watch = await Responsiveness.watch(page);
    const taken = await watch.measure(
      async () => {
        await page.keyboard.press("x");
        await expect(last).toHaveText(/x$/);
      },
      async () => {
        await page.keyboard.press("Backspace");
        await expect(last).toHaveText(/[^x]$/);
      },
    );
    expect(taken).toBeLessThanOrEqual(BUDGET);
  });
});
