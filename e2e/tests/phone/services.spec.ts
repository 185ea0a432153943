import type { Locator, Page } from "@playwright/test";
import { expectAccessible } from "../../support/axe";
import { open, sidewaysOverflow } from "../../support/pages";
import { expect, test } from "../../support/test";

const roadmap = (page: Page) => page.getByRole("region", { name: "The road to position one" });
const stage = (page: Page, name: string) =>
  roadmap(page).getByRole("button", { name: new RegExp(name) });

test("an address of a service shows its card, which is counted", async ({ page }) => {
  await open(page, "/services#core-web-vitals");
  await expect(page.locator("#core-web-vitals")).toBeInViewport({ ratio: 0.9 });
  const services = page.getByRole("group", { name: "Services", exact: true });
  await expect(services.locator(".find-count")).toHaveText("5/10");
});

test("the roadmap is a list whose cards open under their rows, one at a time", async ({ page }) => {
  await open(page, "/services");
  await expect(roadmap(page).locator(".orbit")).toBeHidden();
  const present = stage(page, "Keyword Intelligence");
  await expect(present).toHaveAttribute("aria-expanded", "true");
  await present.tap();
  await expect(present).toHaveAttribute("aria-expanded", "false");
  await expect(roadmap(page).getByRole("heading", { level: 3 })).toHaveCount(0);
  await expect(roadmap(page).getByRole("button", { name: /rotation/ })).toBeHidden();
  for (const name of ["SEO Audits", "Site Launch"]) {
    await stage(page, name).tap();
    await expect(roadmap(page).getByRole("heading", { level: 3 })).toHaveText([name]);
  }
  await roadmap(page).getByRole("heading", { level: 2 }).tap();
  await expect(roadmap(page).getByRole("heading", { level: 3 })).toHaveCount(0);
});

/** Expects that a control keeps its position in the window when it is pressed, whatever closes above it. */
async function expectStays(opener: Locator): Promise<void> {
  const top = () => opener.evaluate((element) => element.getBoundingClientRect().top);
  await opener.scrollIntoViewIfNeeded();
  const before = await top();
  await opener.tap();
  await expect(opener).toHaveAttribute("aria-expanded", "true");
  expect(Math.abs((await top()) - before), `${await opener.textContent()}`).toBeLessThan(2);
}

test("a stage or question that is opened keeps its position while another one closes", async ({
  page,
}) => {
  await open(page, "/services");
  for (const name of ["Site Launch", "Core Web Vitals"]) await expectStays(stage(page, name));
  await open(page, "/seo");
  const questions = page.locator("#seo-faq .accordion-item button");
  for (const place of [0, 2, 4]) await expectStays(questions.nth(place));
});

test("a link from one stage to a later one keeps that stage in view while the first closes", async ({
  page,
}) => {
  await open(page, "/services");
  const link = roadmap(page).getByRole("link", { name: "Core Web Vitals" });
  await link.evaluate((element) => scrollBy({ top: element.getBoundingClientRect().top - 100 }));
  const next = stage(page, "Core Web Vitals");
  await link.tap();
  await expect(next).toHaveAttribute("aria-expanded", "true");
  await expect(next).toBeFocused();
  await expect(next).toBeInViewport({ ratio: 1 });
});

test("with a stage and the table open the page is accessible and not too wide", async ({
  page,
}) => {
  await open(page, "/services");
  const form = page.locator("#roi-form");
  for (const slider of await form.getByRole("slider").all()) await slider.press("End");
  await form.getByText("Figures as a table").tap();
  await expect(form.locator(".roi-big")).toHaveText("£30,000,000");
  await stage(page, "Site Launch").tap();
  await expectAccessible(page);
  for (const width of [390, 360, 320]) {
    await page.setViewportSize({ width, height: 844 });
    expect(await sidewaysOverflow(page), `${width} px`).toEqual([]);
  }
});

test("sliders, rows and links of cards are large enough to touch", async ({ page }) => {
  await open(page, "/services");
  await stage(page, "SEO Audits").tap();
  const targets = [
    ...(await page.locator("#roi-form").getByRole("slider").all()),
    ...(await roadmap(page).getByRole("button").all()),
    ...(await roadmap(page).getByRole("link").all()),
  ];
  expect(targets.length).toBeGreaterThan(10);
  for (const target of targets) {
    const { height } = (await target.boundingBox()) ?? { height: 0 };
    expect(height).toBeGreaterThanOrEqual(44);
  }
});

test("the services scroll natively and by their buttons, for which no Embla is loaded", async ({
  page,
}) => {
  const scripts: string[] = [];
  page.on("request", (request) => scripts.push(new URL(request.url()).pathname));
  await page.emulateMedia({ reducedMotion: "reduce" });
  await open(page, "/services");
  const carousel = page.getByRole("group", { name: "Services", exact: true });
  const count = carousel.locator(".find-count");
  await carousel.getByRole("button", { name: "Next service" }).tap();
  await expect(count).toHaveText("2/10");
  await carousel.locator(".carousel").evaluate((row) => row.scrollTo({ left: row.scrollWidth }));
  await expect(count).toHaveText("10/10");
  await carousel.getByRole("button", { name: "Next service" }).tap();
  await expect(count).toHaveText("1/10");
  await page.waitForLoadState("networkidle");
  expect(scripts.filter((path) => path.includes("embla"))).toEqual([]);

  // In landscape orientation, the same device has space to drag.
  await page.setViewportSize({ width: 844, height: 390 });
  await expect(carousel.locator(".carousel")).toHaveAttribute("data-driven", "");
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(carousel.locator(".carousel")).not.toHaveAttribute("data-driven");
  await carousel.getByRole("button", { name: "Next service" }).tap();
  await expect(count).toHaveText("2/10");
});

test("one service is visible, and part of the next", async ({ page }) => {
  await open(page, "/services");
  const boxes = await page
    .locator(".carousel")
    .first()
    .locator("li:has(h3)")
    .evaluateAll((slides) => slides.slice(0, 3).map((slide) => slide.getBoundingClientRect().left));
  const [first = 0, second = 0, third = 0] = boxes;
  expect(first).toBeGreaterThanOrEqual(0);
  expect(second).toBeGreaterThan(200);
  expect(second).toBeLessThan(390);
  expect(third).toBeGreaterThan(390);
});
