import type { Locator, Page } from "@playwright/test";
import {
  expectHydrated,
  expectNothingMore,
  expectPath,
  followLink,
  hold,
  open,
  scrollAtClick,
  scrollSettled,
  scrollTo,
  scrollTop,
  stopClock,
} from "../../support/pages";
import { expect, test } from "../../support/test";
import { Traffic } from "../../support/traffic";

const ABOUT_TITLE = "About Found First: Founder-Led SEO Since 2011";
const ABOUT_H1 = "Developing the Brands of Tomorrow";

/** A link of the navigation bar, which is always visible. */
const navLink = (page: Page, name: string) =>
  page.getByRole("navigation", { name: "Main" }).getByRole("link", { name, exact: true });

const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name });

test("a click loads only the data of the next page", async ({ page }) => {
  const traffic = new Traffic(page);
  await open(page, "/");
  traffic.clear();
  await navLink(page, "About").click();
  await expect(heading(page, ABOUT_H1)).toBeVisible();
  await expectPath(page, "/about");
  expect(traffic.documents()).toEqual([]);
  expect(traffic.fetches()).toEqual(["/_data/about"]);
});

test("a visit changes title and head, moves focus to the heading and announces the page", async ({
  page,
}) => {
  await open(page, "/");
  await navLink(page, "About").click();
  await expect(page).toHaveTitle(ABOUT_TITLE);
  await expect(heading(page, ABOUT_H1)).toBeFocused();
  await expect(page.locator("#route-announcer")).toHaveText(ABOUT_TITLE);
  await expect(page.locator("#route-announcer")).toHaveAttribute("aria-live", /polite|assertive/);
  const canonical = page.locator('link[rel="canonical"]');
  await expect(canonical).toHaveCount(1);
  await expect(canonical).toHaveAttribute("href", /\/about$/);
  await expect(page.locator('meta[name="description"]')).toHaveCount(1);
  await expect(page.locator('meta[property="og:title"]')).toHaveAttribute("content", ABOUT_TITLE);
  await expect(navLink(page, "About")).toHaveAttribute("aria-current", "page");
});

test("the head after a visit equals that of a full load", async ({ page }) => {
  // The order of tags and attributes does not matter.
  const headOf = () =>
    page.evaluate(() => {
      const attributesOf = (element: Element) =>
        [...element.attributes]
          .map(({ name, value }) => `${name}=${value}`)
          .sort()
          .join(" ");
      const tags = [...document.head.querySelectorAll('meta, link[rel="canonical"]')];
      const graph = document.head.querySelector('script[type="application/ld+json"]');
      return {
        title: document.title,
        tags: tags.map(attributesOf).sort(),
        graph: JSON.parse(graph?.textContent ?? "") as unknown,
      };
    });
  await open(page, "/blog");
  await page.getByRole("link", { name: "Your phone page is the one that gets" }).first().click();
  await expectPath(page, "/blog/mobile-page");
  await expect(page).toHaveTitle(/phone page/);
  const visited = await headOf();
  await page.reload();
  await expectHydrated(page);
  expect(visited).toEqual(await headOf());
});

test("back and forward restore the scroll positions", async ({ page }) => {
  await open(page, "/about");
  await scrollTo(page, 1500);
  await navLink(page, "Blog").click();
  await expect(heading(page, "Inside the Index")).toBeVisible();
  expect(await scrollTop(page)).toBe(0);
  await scrollTo(page, 700);
  await page.goBack();
  await expect(heading(page, ABOUT_H1)).toBeAttached();
  await expect.poll(() => scrollTop(page)).toBe(1500);
  await expectPath(page, "/about");
  await page.goForward();
  await expect(heading(page, "Inside the Index")).toBeAttached();
  await expect.poll(() => scrollTop(page)).toBe(700);
});

test("a redirected step back keeps the scroll position of the other entry", async ({ page }) => {
  await open(page, "/about");
  await navLink(page, "Blog").click();
  await expect(heading(page, "Inside the Index")).toBeVisible();
  await scrollTo(page, 700);
  await page.route("**/_data/about", (route) =>
    route.fulfill({ json: { redirect: "/services", replace: true } }),
  );
  await page.goBack();
  await expect(heading(page, "Built For Search")).toBeVisible();
  await expectPath(page, "/services");
  await page.goForward();
  await expect(heading(page, "Inside the Index")).toBeAttached();
  await expect.poll(() => scrollTop(page)).toBe(700);
});

test("a reload keeps the scroll position", async ({ page }) => {
  await open(page, "/about");
  await scrollTo(page, 1200);
  await page.reload();
  await expectHydrated(page);
  await expect.poll(() => scrollTop(page)).toBe(1200);
});

test("a visitor who scrolls during a reload stays where they are", async ({ page }) => {
  await open(page, "/about");
  await scrollTo(page, 1200);
  const letIn = await hold(page, /\/assets\/about-[\w-]+\.js$/);
  await page.reload({ waitUntil: "commit" });
  await expect(page.getByRole("contentinfo")).toBeAttached();
  await scrollTo(page, 500);
  letIn();
  await expectHydrated(page);
  expect(await scrollTop(page)).toBe(500);
});

test("going back to a page left by a full load restores it, too", async ({ page }) => {
  await open(page, "/about");
  await navLink(page, "Blog").click();
  await expectPath(page, "/blog");
  await page.goto("/auth");
  await page.goBack();
  await expectPath(page, "/blog");
  await expect(heading(page, "Inside the Index")).toBeVisible();
  await page.goBack();
  await expectPath(page, "/about");
  await expect(heading(page, ABOUT_H1)).toBeVisible();
});

test("a second step back before the page's scripts have loaded takes effect", async ({ page }) => {
  await open(page, "/about");
  await navLink(page, "Blog").click();
  await expectPath(page, "/blog");
  await page.goto("/auth");
  const letIn = await hold(page, /\/assets\/entry-client-.*\.js$/);
  await page.goBack({ waitUntil: "commit" });
  await expect(heading(page, "Inside the Index")).toBeVisible();
  await page.evaluate(() => history.back());
  await expectPath(page, "/about");
  letIn();
  await expect(heading(page, ABOUT_H1)).toBeVisible();
});

test("hovering a link prefetches its data once, and the click uses it", async ({ page }) => {
  const traffic = new Traffic(page);
  await open(page, "/");
  traffic.clear();
  const fetched = page.waitForResponse((response) => response.url().endsWith("/_data/services"));
  await navLink(page, "Services").hover();
  await fetched;
  await page.mouse.move(700, 600);
  await navLink(page, "Services").hover();
  await navLink(page, "Services").click();
  await expect(heading(page, "Built For Search")).toBeVisible();
  expect(traffic.fetches()).toEqual(["/_data/services"]);
});

test("hovering the navigation does not delay a click on the closing banner", async ({ page }) => {
  await open(page, "/");
  for (const [name, path] of [
    ["Services", "/_data/services"],
    ["SEO", "/_data/seo"],
    ["About", "/_data/about"],
  ] as const) {
    const fetched = page.waitForResponse((response) => response.url().endsWith(path));
    await navLink(page, name).hover();
    await fetched;
  }
  const banner = page.locator("#cta-section");
  await banner.scrollIntoViewIfNeeded();
  const link = banner.getByRole("link").first();
  await link.click();
  // A held click is released after five seconds.
  await expect.poll(() => new URL(page.url()).pathname, { timeout: 3000 }).toBe("/about");
});

test("a pointer that only passes over a link prefetches nothing", async ({ page }) => {
  const traffic = new Traffic(page);
  await stopClock(page);
  await open(page, "/");
  traffic.clear();
  const over = (target: Locator) => target.dispatchEvent("mouseover");
  await over(navLink(page, "Services"));
  await page.clock.runFor(60);
  await over(page.locator("body"));
  await page.clock.runFor(300);
  // Staying longer prefetches it. Any earlier request would have arrived before this one.
  await over(navLink(page, "About"));
  const fetched = page.waitForRequest("**/_data/about");
  await page.clock.runFor(300);
  await fetched;
  expect(traffic.fetches()).toEqual(["/_data/about"]);
});

test("a click with Control opens a tab, and this page stays", async ({ page, context }) => {
  await open(page, "/");
  const opened = context.waitForEvent("page");
  await navLink(page, "About").click({ modifiers: ["ControlOrMeta"] });
  const tab = await opened;
  await expect(tab).toHaveURL("/about");
  await expectHydrated(tab);
  await expectPath(page, "/");
  await expect(page).not.toHaveTitle(ABOUT_TITLE);
});

test("a click with the middle button opens a tab, and this page stays", async ({
  page,
  context,
}) => {
  await open(page, "/");
  const opened = context.waitForEvent("page");
  await navLink(page, "About").click({ button: "middle" });
  await expect(await opened).toHaveURL("/about");
  await expectPath(page, "/");
});

test("a link to a fragment of the page scrolls there, and back returns", async ({ page }) => {
  const traffic = new Traffic(page);
  await open(page, "/blog");
  traffic.clear();
  const left = await scrollAtClick(page, page.getByRole("link", { name: "Explore Insights" }));
  await expectPath(page, "/blog#blog-posts");
  const offset = () =>
    page.locator("#blog-posts").evaluate((element) => element.getBoundingClientRect().top);
  await expect.poll(offset).toBeCloseTo(120, 0);
  await scrollSettled(page);
  // A link that has moved under the pointer may be prefetched; the page itself must not be loaded.
  expect(traffic.documents()).toEqual([]);
  expect(traffic.fetches()).not.toContain("/_data/blog");
  await page.goBack();
  await expectPath(page, "/blog");
  await expect.poll(() => scrollTop(page)).toBe(left);
});

test("a step back during a scroll is not scrolled away", async ({ page }) => {
  await stopClock(page);
  await open(page, "/blog");
  const left = await scrollAtClick(page, page.getByRole("link", { name: "Explore Insights" }));
  // Half-way, as the remaining distance is small if the click had to scroll.
  await page.clock.runFor(500);
  expect(await scrollTop(page)).toBeGreaterThan(left + 20);
  await page.goBack();
  await expectPath(page, "/blog");
  // Longer than the rest of the scroll takes.
  await page.clock.runFor(2_000);
  expect(await scrollTop(page)).toBe(left);
});

for (const [address, id] of [
  ["/seo#seo-faq", "seo-faq"],
  ["/about?scrollTo=our-timeline", "our-timeline"],
  ["/contact?tab=schedule", "contact-panel"],
  ["/blog?tag=Technical+SEO", "blog-posts"],
  ["/blog/hreflang?page=2", "article"],
] as const) {
  test(`${address} scrolls to what it names, after a full load and after a visit`, async ({
    page,
  }) => {
    const top = () =>
      page.locator(`[id="${id}"]`).evaluate((element) => element.getBoundingClientRect().top);
    await page.goto(address);
    await expect.poll(top).toBeCloseTo(120, -1);
    await open(page, "/privacy");
    await followLink(page, address);
    await expectPath(page, address);
    await expect.poll(top).toBeCloseTo(120, -1);
  });
}

test("the link to the current page scrolls to its top and loads nothing", async ({ page }) => {
  const traffic = new Traffic(page);
  await open(page, "/about");
  await scrollTo(page, 1000);
  traffic.clear();
  await navLink(page, "About").click();
  await expect.poll(() => scrollTop(page)).toBe(0);
  expect(traffic.fetches().concat(traffic.documents())).toEqual([]);
});

test("campaign parameters in the address do not make another page", async ({ page }) => {
  const traffic = new Traffic(page);
  await open(page, "/about?utm_source=mail");
  await scrollTo(page, 1000);
  traffic.clear();
  await navLink(page, "About").click();
  await expect.poll(() => scrollTop(page)).toBe(0);
  await page.evaluate(() => {
    location.hash = "our-timeline";
  });
  await expectPath(page, "/about?utm_source=mail#our-timeline");
  await page.goBack();
  await expectPath(page, "/about?utm_source=mail");
  await expectNothingMore(page);
  expect(traffic.fetches().concat(traffic.documents())).toEqual([]);
});

test("the skip link is the first stop and moves focus into the page", async ({ page }) => {
  await open(page, "/about");
  await page.keyboard.press("Tab");
  const skip = page.getByRole("link", { name: "Skip to content" });
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport();
  await page.keyboard.press("Enter");
  await expect(page.locator("#main")).toBeFocused();
  await page.keyboard.press("Tab");
  expect(
    await page.evaluate(() => document.activeElement?.closest("main") !== null),
    "the next stop is in the page",
  ).toBe(true);
});

test("pages of another build are loaded in full", async ({ page }) => {
  const traffic = new Traffic(page);
  await open(page, "/");
  await page.route("**/_data/about", async (route) => {
    const response = await route.fetch();
    const json = (await response.json()) as object;
    await route.fulfill({ response, json: { ...json, version: "of-another-build" } });
  });
  traffic.clear();
  await navLink(page, "About").click();
  await expect(heading(page, ABOUT_H1)).toBeVisible();
  await expectHydrated(page);
  expect(traffic.documents()).toEqual(["/about"]);
});

test("a lost connection for the data leads to a full load", async ({ page, faults }) => {
  faults.allow(/^request failed: net::ERR_FAILED GET .*\/_data\/about$/, /net::ERR_FAILED/);
  const traffic = new Traffic(page);
  await open(page, "/");
  await page.route("**/_data/about", (route) => route.abort());
  traffic.clear();
  await navLink(page, "About").click();
  await expect(heading(page, ABOUT_H1)).toBeVisible();
  expect(traffic.documents()).toEqual(["/about"]);
});

test("a failure other than an error page leads to a full load", async ({ page, faults }) => {
  faults.allowStatus(502);
  const traffic = new Traffic(page);
  await open(page, "/");
  await page.route("**/_data/about", (route) =>
    route.fulfill({ status: 502, body: "Bad gateway" }),
  );
  traffic.clear();
  await navLink(page, "About").click();
  await expect(heading(page, ABOUT_H1)).toBeVisible();
  expect(traffic.documents()).toEqual(["/about"]);
});

test("the latest visit wins, however late the first response is", async ({ page }) => {
  await open(page, "/");
  const letIn = await hold(page, "**/_data/about");
  await navLink(page, "About").click();
  await navLink(page, "Contact").click();
  await expect(heading(page, "Let's Connect")).toBeVisible();
  letIn();
  await expectNothingMore(page);
  await expectPath(page, "/contact");
  await expect(heading(page, "Let's Connect")).toBeVisible();
});

test("a link followed during a slow step back leads to its page", async ({ page }) => {
  for (const [name, path, title] of [
    ["Contact", "/contact", "Let's Connect"],
    ["About", "/about", ""],
  ] as const) {
    await open(page, "/contact");
    await navLink(page, "About").click();
    await expectPath(page, "/about");
    const letIn = await hold(page, "**/_data/contact");
    await page.goBack();
    await expectPath(page, "/contact");
    await navLink(page, name).click();
    letIn();
    await expectPath(page, path);
    await expect(heading(page, "Let's Connect")).toHaveCount(title ? 1 : 0);
  }
});

test("within the app, an unknown post leads directly to the listing of the blog", async ({
  page,
  faults,
}) => {
  faults.allowStatus(404);
  const traffic = new Traffic(page);
  await open(page, "/about");
  traffic.clear();
  await followLink(page, "/blog/no-such-post");
  await expect(heading(page, "Inside the Index")).toBeVisible();
  await expectPath(page, "/blog");
  expect(traffic.documents()).toEqual([]);
  await page.goBack();
  await expectPath(page, "/about");
});

test("the not-found page links to the home page", async ({ page, faults }) => {
  faults.allowStatus(404);
  await open(page, "/no-such-page");
  await page.getByRole("link", { name: "Return to Home" }).click();
  await expectPath(page, "/");
  await expect(heading(page, "In a World of Answers, Get Found First")).toBeVisible();
});

test.describe("a cover", () => {
  /** Records for each transition whether a cover had its name at the start. */
  const watch = (page: Page) =>
    page.addInitScript(() => {
      const seen: boolean[] = [];
      Object.assign(window, { seen });
      const start = document.startViewTransition.bind(document);
      document.startViewTransition = (update) => {
        const covers = [...document.querySelectorAll<HTMLElement>(".cover")];
        seen.push(covers.some(({ style }) => style.viewTransitionName === "cover"));
        return start(update);
      };
    });
  const seen = (page: Page) => page.evaluate(() => (window as unknown as { seen: boolean[] }).seen);
  const card = (page: Page) => page.locator('main article a[href^="/blog/"]').first();

  test("moves from its card to the article, and back", async ({ page }) => {
    await watch(page);
    await open(page, "/blog");
    await card(page).click();
    await expect(page.locator(".article-cover")).toBeVisible();
    expect(await seen(page)).toEqual([true]);
    await page.goBack();
    await expect(page.locator(".article-cover")).toHaveCount(0);
    expect(await seen(page)).toEqual([true, true]);
    // No name is left behind, as a duplicate would prevent the next transition.
    await expect.poll(() => page.locator('.cover[style*="view-transition-name"]').count()).toBe(0);
    await page
      .getByRole("navigation", { name: "Main" })
      .getByRole("link", { name: "Contact" })
      .click();
    await expectPath(page, "/contact");
    expect(await seen(page), "no other page waits for a transition").toHaveLength(2);
  });

  test("does not move with reduced motion", async ({ page }) => {
    await page.emulateMedia({ reducedMotion: "reduce" });
    await watch(page);
    await open(page, "/blog");
    await card(page).click();
    await expect(page.locator(".article-cover")).toBeVisible();
    expect(await seen(page)).toEqual([]);
  });
});
