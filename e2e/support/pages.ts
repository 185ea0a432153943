import { errors, expect, type Locator, type Page, type Response } from "@playwright/test";

/** A public page with its expected properties. */
export interface PublicPage {
  path: string;
  /** Text of its only h1. */
  h1: string;
  /** Whether it is indexable, in which case the lengths of title and description are checked. */
  isIndexable: boolean;
  /** Status of the response. Default 200. */
  status?: number;
  /** Open Graph type. Default "website". */
  type?: "profile" | "article";
  /** Whether it scrolls to the target of its address. */
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

/** Loads a page in full and waits until it is hydrated. */
export async function open(page: Page, path: string): Promise<Response> {
  const response = await page.goto(path);
  await expectHydrated(page);
  if (!response) throw new Error(`${path} gave no answer`);
  return response;
}

/** Waits until the page is hydrated. */
export async function expectHydrated(page: Page): Promise<void> {
  await expect(page.locator("html")).toHaveAttribute("data-hydrated", "true");
}

/** Waits until `read` returns the same number twice, `interval` milliseconds apart. */
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
 * Waits for all requests after the load of a page: the hero's scene starts 200 ms after it, within the 500 ms without
 * network activity that are waited for.
 */
export async function expectNothingMore(page: Page): Promise<void> {
  await page.waitForLoadState("load");
  // A request that was aborted while a test held it may count as pending for ever. The checks that follow would notice
  // missing requests.
  await page.waitForLoadState("networkidle", { timeout: 15_000 }).catch((error: unknown) => {
    if (!(error instanceof errors.TimeoutError)) throw error;
  });
  const answers = () => page.evaluate(() => performance.getEntriesByType("resource").length);
  await expectStill(answers, 500);
}

/** Stops the page's clock, timers and frames. They advance by `page.clock.runFor`. */
export async function stopClock(page: Page): Promise<void> {
  await page.clock.install({ time: 0 });
  await page.clock.pauseAt(1_000);
}

/** Waits until the address is `path`, with query and fragment. */
export async function expectPath(page: Page, path: string, timeout?: number): Promise<void> {
  await expect(page).toHaveURL((url) => url.pathname + url.search + url.hash === path, { timeout });
}

/** Returns the scroll position of the window, in pixels. */
export const scrollTop = (page: Page): Promise<number> => page.evaluate(() => window.scrollY);

/** Clicks an element. Returns the scroll position at that moment, as Playwright may have to scroll to the element. */
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

/** Follows a link to an address, like a link in a text. */
export const followLink = (page: Page, address: string): Promise<void> =>
  page.evaluate((href) => {
    const link = document.createElement("a");
    link.href = href;
    document.querySelector("main")?.append(link);
    link.click();
    link.remove();
  }, address);

/** Scrolls without animation. */
export const scrollTo = (page: Page, top: number): Promise<void> =>
  page.evaluate((y) => window.scrollTo({ top: y, behavior: "instant" }), top);

/** Waits until an animated scroll has finished. */
export const scrollSettled = (page: Page): Promise<void> => expectStill(() => scrollTop(page), 200);

/** Waits until a page has scrolled to the target of its address. */
export async function expectArrived(page: Page): Promise<void> {
  await expect.poll(() => scrollTop(page)).toBeGreaterThan(0);
  await scrollSettled(page);
}

/** Returns the elements that are wider than the window; none if the page does not scroll sideways. */
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

/** Delays requests for `files` until the returned function is called. */
export async function hold(page: Page, files: string | RegExp): Promise<() => void> {
  let letIn = () => {};
  const held = new Promise<void>((resolve) => {
    letIn = resolve;
  });
  await page.route(files, async (route) => {
    await held;
    // The page may have aborted the request.
    await route.continue().catch(() => {});
  });
  return letIn;
}

/**
 * Checks that Escape cancels the opening of something whose code is still loading: nothing opens when `files` arrive.
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
