import { errors, expect, type Locator, type Page, type Response } from "@playwright/test";

/** A public page and what it must say of itself. */
export interface PublicPage {
  path: string;
  /** Text of its only h1. */
  h1: string;
  /** Whether search engines may list it: then its title and description have their lengths. */
  isIndexable: boolean;
  /** Status of its document; 200 unless said. */
  status?: number;
  /** Open Graph type; "website" unless said. */
  type?: "profile" | "article";
  /** It scrolls to what its address asks for. */
  scrolls?: true;
}

/** Every kind of public page. */
export const PUBLIC_PAGES: readonly PublicPage[] = [
  { path: "/", h1: "In a World of Answers, Get Found First", isIndexable: true },
  { path: "/about", h1: "Developing the Brands of Tomorrow", isIndexable: true, type: "profile" },
  { path: "/services", h1: "Built For Search", isIndexable: true },
  { path: "/seo", h1: "SEO That Performs", isIndexable: true },
  { path: "/contact", h1: "Let's Connect", isIndexable: true },
  { path: "/blog", h1: "Inside the Index", isIndexable: true },
  {
    path: "/blog/log-files",
    h1: "What log files know that your crawler does not",
    isIndexable: true,
    type: "article",
  },
  { path: "/blog?tag=Technical%20SEO", h1: "Technical SEO", isIndexable: true, scrolls: true },
  { path: "/authors/rowan-hale", h1: "Rowan Hale", isIndexable: true, type: "profile" },
  { path: "/no-such-page", h1: "Oops! Page not found", isIndexable: false, status: 404 },
  { path: "/auth", h1: "Login to Admin", isIndexable: false },
];

/** Loads a page in full and waits until React has taken it over. */
export async function open(page: Page, path: string): Promise<Response> {
  const response = await page.goto(path);
  await expectHydrated(page);
  if (!response) throw new Error(`${path} gave no answer`);
  return response;
}

/** Waits until React has taken the document over. */
export async function expectHydrated(page: Page): Promise<void> {
  await expect(page.locator("html")).toHaveAttribute("data-hydrated", "true");
}

/** Waits until `read` gives the same number twice, `interval` milliseconds apart. */
async function expectStill(read: () => Promise<number>, interval: number): Promise<void> {
  let before = -1;
  const isStill = async () => {
    const now = await read();
    const same = now === before;
    before = now;
    return same;
  };
  await expect.poll(isStill, { intervals: [interval] }).toBe(true);
}

/**
 * Waits until what a page fetches after its load would have been asked for: the hero's scene waits 200 ms
 * after the load, and 500 ms without any answer are over then.
 */
export async function expectNothingMore(page: Page): Promise<void> {
  await page.waitForLoadState("load");
  // A request that the page gave up while a test held it can count as unfinished for ever: what follows decides.
  await page.waitForLoadState("networkidle", { timeout: 15_000 }).catch((error: unknown) => {
    if (!(error instanceof errors.TimeoutError)) throw error;
  });
  const answers = () => page.evaluate(() => performance.getEntriesByType("resource").length);
  await expectStill(answers, 500);
}

/** Stops the page's clock, timers and frames: they go on by `page.clock.runFor`. */
export async function stopClock(page: Page): Promise<void> {
  await page.clock.install({ time: 0 });
  await page.clock.pauseAt(1_000);
}

/** Waits until the address is `path` (with query and fragment). */
export async function expectPath(page: Page, path: string, timeout?: number): Promise<void> {
  await expect(page).toHaveURL((url) => url.pathname + url.search + url.hash === path, { timeout });
}

/** How far the window is scrolled, in pixels. */
export const scrollTop = (page: Page): Promise<number> => page.evaluate(() => window.scrollY);

/** Clicks on an element, and says how far the window was scrolled then: Playwright may have to scroll to it. */
export async function scrollAtClick(page: Page, element: Locator): Promise<number> {
  const listening = await page.evaluateHandle(() => {
    const options = { capture: true, once: true };
    const scrolled = new Promise<number>((resolve) =>
      window.addEventListener("click", () => resolve(window.scrollY), options),
    );
    return { scrolled };
  });
  await element.click();
  return listening.evaluate(({ scrolled }) => scrolled);
}

/** Scrolls at once. */
export const scrollTo = (page: Page, top: number): Promise<void> =>
  page.evaluate((y) => window.scrollTo({ top: y, behavior: "instant" }), top);

/** Waits until an animated scroll is over. */
export const scrollSettled = (page: Page): Promise<void> => expectStill(() => scrollTop(page), 200);

/** Waits until a page has scrolled to what its address asks for. */
export async function expectArrived(page: Page): Promise<void> {
  await expect.poll(() => scrollTop(page)).toBeGreaterThan(0);
  await scrollSettled(page);
}

/** What of the page is wider than the window: empty when nothing scrolls sideways. */
export function sidewaysOverflow(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const root = document.documentElement;
    if (root.scrollWidth <= root.clientWidth) return [];
    const wide = [...document.body.querySelectorAll("*")].filter((element) => {
      const { right, width } = element.getBoundingClientRect();
      return width > 0 && right > root.clientWidth + 1;
    });
    const named = wide
      .slice(0, 5)
      .map((element) => `<${element.tagName} class="${element.className}">`);
    return [`${root.scrollWidth} px on ${root.clientWidth}`, ...named];
  });
}

/** Keeps requests for `files` waiting until the function that comes back is called. */
export async function hold(page: Page, files: string | RegExp): Promise<() => void> {
  let letIn = () => {};
  const held = new Promise<void>((resolve) => {
    letIn = resolve;
  });
  await page.route(files, async (route) => {
    await held;
    // The page may have given the request up.
    await route.continue().catch(() => {});
  });
  return letIn;
}

/**
 * Expects that Escape takes back what a button has asked for while its code is still on its way: nothing opens when
 * `files` arrive after all.
 */
export async function expectEscapeTakesBack(opener: Locator, files: string): Promise<void> {
  const page = opener.page();
  const letIn = await hold(page, files);
  await opener.click();
  await expect(opener).toHaveAttribute("aria-expanded", "true");
  await opener.press("Escape");
  await expect(opener).toHaveAttribute("aria-expanded", "false");
  const arrived = page.waitForResponse(files);
  letIn();
  await (await arrived).finished();
  await expectNothingMore(page);
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(opener).toBeFocused();
}
