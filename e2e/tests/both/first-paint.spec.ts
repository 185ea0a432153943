import type { Page } from "@playwright/test";
import { answerMessages, TAKEN } from "../../support/calls";
import { expectHydrated, PUBLIC_PAGES } from "../../support/pages";
import { expect, test } from "../../support/test";

/** Scripts and style sheets, which a document names but does not need for its first paint. */
const FILES = /\/assets\/[^/]+\.(?:js|css)$/;

/** An element or pseudo-element as the browser draws it. */
interface Drawn {
  /** Name and visible style properties. */
  look: string;
  /** Left and upper edge, width and height in pixels. */
  box: [number, number, number, number];
}

/** How far the monospace font, which is loaded later, may move things, in pixels. */
const TOLERANCE = 0.5;

/** Expects elements to have the same looks and, within the tolerance, the same places. */
function expectSame(now: readonly Drawn[], before: readonly Drawn[]): void {
  expect(now.map(({ look }) => look)).toEqual(before.map(({ look }) => look));
  const moved = now.filter(({ box }, index) =>
    box.some((edge, side) => Math.abs(edge - (before[index]?.box[side] ?? 0)) > TOLERANCE),
  );
  expect(moved).toEqual([]);
}

/** Returns every element and pseudo-element. */
function drawn(page: Page): Promise<Drawn[]> {
  return page.evaluate(() => {
    const PROPERTIES = [
      "display",
      "position",
      "visibility",
      "opacity",
      "color",
      "background",
      "border",
      "border-radius",
      "box-shadow",
      "outline-style",
      "font",
      "letter-spacing",
      "text-align",
      "text-decoration",
      "text-transform",
      "transform",
      "clip-path",
      "mask-image",
      "overflow",
      "cursor",
      "content",
      "fill",
      "stroke",
      "z-index",
    ];
    return [...document.body.querySelectorAll("*")].flatMap((element) => {
      const { x, y, width, height } = element.getBoundingClientRect();
      const name = `${element.tagName}.${element.getAttribute("class")} ${element.textContent?.slice(0, 20)}`;
      return [undefined, "::before", "::after"].map((pseudo) => {
        const style = getComputedStyle(element, pseudo);
        const values = PROPERTIES.map((property) => style.getPropertyValue(property));
        return {
          look: [name, pseudo, ...values].join(" | "),
          box: [x, y, width, height] as Drawn["box"],
        };
      });
    });
  });
}

/** Adds the style sheets that the document names, as its scripts do. */
async function addStyleSheets(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const script = document.querySelector<HTMLScriptElement>("script[data-styles]");
    for (const href of script?.dataset.styles?.split(" ") ?? []) {
      const link = Object.assign(document.createElement("link"), { rel: "stylesheet", href });
      const loaded = new Promise((resolve, reject) => {
        link.onload = resolve;
        link.onerror = reject;
      });
      document.head.append(link);
      await loaded;
    }
  });
}

for (const { path, status = 200 } of PUBLIC_PAGES.filter(({ path }) => path !== "/auth")) {
  test(`the document of ${path} looks the same with style sheets`, async ({ page, faults }) => {
    if (status !== 200) faults.allowStatus(status);
    faults.allow(/^request failed: \S+ GET \S+\.js$/, /^console error: Failed to load resource/);
    await page.emulateMedia({ reducedMotion: "reduce" });
    await page.route(/\/assets\/[^/]+\.js$/, (route) => route.abort());
    await page.goto(path);
    await page.evaluate(() => {
      // Fonts are loaded for what is laid out.
      document.documentElement.dataset.laidOut = "true";
      void document.body.offsetHeight;
      return document.fonts.ready;
    });
    const first = await drawn(page);
    expect(first.length).toBeGreaterThan(100);
    await addStyleSheets(page);
    await page.evaluate(() => document.fonts.ready);
    expectSame(await drawn(page), first);
  });
}

test("no script and no style sheet is requested before the page has loaded", async ({ page }) => {
  const early: string[] = [];
  let hasLoaded = false;
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (!hasLoaded && FILES.test(pathname)) early.push(pathname);
  });
  // The load event waits for fonts.
  let letIn = () => {};
  const held = new Promise<void>((resolve) => {
    letIn = resolve;
  });
  await page.route(/\.woff2$/, async (route) => {
    await held;
    await route.continue();
  });
  await page.goto("/about", { waitUntil: "domcontentloaded" });
  await page.waitForFunction(() => performance.getEntriesByName("first-contentful-paint").length);
  await expect.poll(() => early).toEqual([expect.stringMatching(/\/entry-late-[^/]+\.js$/)]);
  hasLoaded = true;
  letIn();
  await expectHydrated(page);
});

test("no script of the page is requested before something has been painted", async ({ page }) => {
  // Its decorative background takes longer to paint than its files to load.
  await page.goto("/");
  await expectHydrated(page);
  const { painted, asked } = await page.evaluate(() => ({
    painted: performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? 0,
    asked: performance
      .getEntriesByType("resource")
      .filter(({ name }) => name.endsWith(".js") && !name.includes("/entry-late-"))
      .map(({ startTime }) => startTime),
  }));
  expect(painted).toBeGreaterThan(0);
  expect(asked.length).toBeGreaterThan(2);
  expect(Math.min(...asked)).toBeGreaterThanOrEqual(painted);
});

test("the fonts of the first screen are in the document, and only the monospace one in a style sheet", async ({
  page,
}) => {
  await page.goto("/about");
  await expectHydrated(page);
  const fonts = await page.evaluate(() =>
    Array.from(document.styleSheets).flatMap(({ href, cssRules }) =>
      Array.from(cssRules, (rule) => ({
        linked: href !== null,
        family: rule instanceof CSSFontFaceRule ? rule.style.fontFamily : "",
      })),
    ),
  );
  const families = (linked: boolean) =>
    new Set(fonts.filter((font) => font.linked === linked).map(({ family }) => family));
  expect([...families(true)].filter(Boolean)).toEqual(['"IBM Plex Mono"']);
  expect([...families(false)]).toContain('"Bricolage Grotesque Variable"');
  expect([...families(false)]).toContain('"Instrument Sans Variable"');
  expect([...families(false)]).not.toContain('"IBM Plex Mono"');
});

test("a server sends each font of the first screen at once", async ({ page, request }) => {
  await page.goto("/about");
  const fonts = await page
    .locator('link[rel="preload"][as="font"]')
    .evaluateAll((links) => links.map((link) => (link as HTMLLinkElement).href));
  expect(fonts).toHaveLength(2);
  for (const font of fonts) {
    const response = await request.get(font);
    const headers = response.headersArray().map(({ name, value }) => `${name}: ${value}\r\n`);
    const size =
      `HTTP/1.1 200 OK\r\n${headers.join("")}\r\n`.length + (await response.body()).length;
    // The first window of TCP (RFC 6928). More would take another round trip.
    expect(size, font).toBeLessThanOrEqual(10 * 1460);
  }
});

test.describe("what is below the first screen", () => {
  const PARTS = "main > *, footer, #blog-posts article";

  /** Returns which sections are not laid out, how many parts are marked, and their `content-visibility`. */
  const parts = (page: Page) =>
    page.evaluate((selector) => {
      const isSkipped = (element: Element) =>
        element.checkVisibility() && !element.checkVisibility({ contentVisibilityAuto: true });
      return {
        skipped: Array.from(document.querySelectorAll("main > *, footer"), ({ children }) =>
          Array.from(children).some(isSkipped),
        ),
        marked: document.querySelectorAll(`:is(${selector}):is([style], [data-laid-out])`).length,
        values: [
          ...new Set(
            Array.from(
              document.querySelectorAll(selector),
              (part) => getComputedStyle(part).contentVisibility,
            ),
          ),
        ],
      };
    }, PARTS);

  /** Returns the elements that end on the first screen. What is not laid out has no height. */
  const firstScreen = async (page: Page) => {
    const bottom = page.viewportSize()?.height ?? 0;
    return (await drawn(page)).filter(
      ({ box: [, y, , height] }) => height > 0 && y + height < bottom,
    );
  };

  for (const path of ["/about", "/blog"])
    test(`is laid out on ${path} after the first paint, before the page is hydrated`, async ({
      page,
      faults,
      isMobile,
    }) => {
      faults.allow(
        /^request failed: \S+ GET \S+\/base-\S+/,
        /^console error: /,
        /^uncaught: Failed to fetch/,
      );
      await page.emulateMedia({ reducedMotion: "reduce" });
      let letIn = () => {};
      const held = new Promise<void>((resolve) => {
        letIn = resolve;
      });
      await page.route(/\/assets\/[^/]+\.css$/, async (route) => {
        await held;
        await route.continue();
      });
      await page.route(/\/assets\/base-[^/]+\.js$/, (route) => route.abort());
      await page.goto(path);
      // With a mouse, everything is laid out at once. On a phone, the first frame decides what is left out.
      await expect.poll(async () => (await parts(page)).skipped.at(-1)).toBe(isMobile);
      expect((await parts(page)).skipped[0]).toBe(false);
      const above = await firstScreen(page);
      letIn();
      await expect(page.locator("html")).toHaveAttribute("data-laid-out", "true");
      expect((await parts(page)).marked).toBe(0);
      expect((await parts(page)).values).toEqual(["visible"]);
      expect((await parts(page)).skipped).not.toContain(true);
      expectSame(await firstScreen(page), above);
      await expect(page.locator("html")).not.toHaveAttribute("data-hydrated");
    });

  test("is laid out at once if the address names an element", async ({ page, faults }) => {
    faults.allow(
      /^request failed: \S+ GET \S+\.(?:js|css)$/,
      /^console error: Failed to load resource/,
    );
    await page.route(FILES, (route) => route.abort());
    await page.goto("/services#faq");
    expect((await parts(page)).values).toEqual(["visible"]);
  });

  test("is laid out at once on pages visited in the app", async ({ page }) => {
    await page.goto("/about");
    await expectHydrated(page);
    await page.getByRole("contentinfo").getByRole("link", { name: "Blog" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Inside the Index");
    expect((await parts(page)).values).toEqual(["visible"]);
  });
});

test("React is written so that the engine compiles it eagerly", async ({ page }) => {
  const base = page.waitForResponse(/\/assets\/base-[^/]+\.js$/);
  await page.goto("/about");
  const wrappers =
    (await (await base).text()).match(/\(\((?:function\b|[\w$]+=>|\([\w$,]*\)=>)/g) ?? [];
  expect(wrappers.filter((wrapper) => wrapper.includes("function")).length).toBeGreaterThan(5);
  await expectHydrated(page);
});

test("a pointer over the page loads its scripts at once", async ({ page }) => {
  await page.route(/\.woff2$/, () => {
    // Never answered, so that the page does not finish loading.
  });
  await page.goto("/about", { waitUntil: "domcontentloaded" });
  // The listening script runs after the document has been parsed.
  await expect(async () => {
    await page.mouse.move(100, 100);
    await page.mouse.move(120, 120);
    await expect(page.locator("html")).toHaveAttribute("data-hydrated", "true", { timeout: 500 });
  }).toPass();
  expect(await page.evaluate(() => document.readyState)).toBe("interactive");
});

test.describe("what is done before the scripts run", () => {
  /** Opens a page whose scripts are delayed. Returns a function that releases them. */
  async function openHeld(page: Page, path: string): Promise<() => void> {
    let letIn = () => {};
    const held = new Promise<void>((resolve) => {
      letIn = resolve;
    });
    await page.route(FILES, async (route) => {
      if (!route.request().url().includes("entry-late")) await held;
      await route.continue();
    });
    // The script that keeps what is done asks for the style sheets.
    const late = page.waitForRequest(/\/assets\/[^/]+\.css$/);
    await page.goto(path, { waitUntil: "domcontentloaded" });
    await late;
    return letIn;
  }

  test("a click takes effect once they have loaded", async ({ page }) => {
    const letIn = await openHeld(page, "/services");
    const question = page.getByRole("button", { name: "SEO Audits" });
    await question.click();
    await expect(question).toHaveAttribute("aria-expanded", "false");
    letIn();
    await expectHydrated(page);
    await expect(question).toHaveAttribute("aria-expanded", "true");
  });

  test("a moved slider is read", async ({ page }) => {
    const letIn = await openHeld(page, "/services");
    const slider = page.getByRole("slider").first();
    const before = (await slider.getAttribute("aria-valuetext")) ?? "";
    await slider.focus();
    await slider.press("End");
    const value = await slider.inputValue();
    await expect(slider).toHaveAttribute("aria-valuetext", before);
    letIn();
    await expectHydrated(page);
    await expect(slider).not.toHaveAttribute("aria-valuetext", before);
    await expect(slider).toHaveValue(value);
  });

  test("a form is sent with what was typed", async ({ page }) => {
    const sent = await answerMessages(page, TAKEN);
    const letIn = await openHeld(page, "/contact");
    const panel = page.getByRole("tabpanel", { name: "Send Message" });
    await panel.getByLabel("Name").fill("Émile Borel");
    await panel.getByLabel("Email").fill("emile@example.com");
    await panel.getByLabel("Message").fill("How do crawlers read our log files, and how often?");
    await panel.getByRole("button", { name: "Send Message" }).click();
    letIn();
    await expect(page.getByRole("status")).toContainText(["Your message has been sent!"]);
    expect(sent).toHaveLength(1);
    expect(sent[0]).toMatchObject({ data: { email: "emile@example.com" } });
    await expect(page).toHaveURL(/\/contact$/);
  });
});
