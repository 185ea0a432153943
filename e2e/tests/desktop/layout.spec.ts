import type { Locator, Page } from "@playwright/test";
import { open } from "../../support/pages";
import { expect, test } from "../../support/test";

/** Returns the box of an element, in pixels. */
async function box(element: Locator) {
  const found = await element.boundingBox();
  if (!found) throw new Error("it is not shown");
  return { ...found, right: found.x + found.width, bottom: found.y + found.height };
}

/** Checks a claim at several widths of the window. */
async function atWidths(page: Page, widths: number[], claim: (width: number) => Promise<void>) {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    await claim(width);
  }
}

/** Returns the gaps between adjacent texts on a line, in whole pixels. */
const textGaps = (elements: Locator): Promise<number[]> =>
  elements.evaluateAll((all) => {
    const texts = all.map((element) => {
      const range = document.createRange();
      range.selectNodeContents(element);
      return range.getBoundingClientRect();
    });
    return texts.slice(1).map((text, index) => Math.round(text.left - (texts[index]?.right ?? 0)));
  });

test("the roadmap's open card is beside its orbit before a choice", async ({ page }) => {
  await open(page, "/services");
  await atWidths(page, [1280, 1440, 1920], async (width) => {
    const card = await box(page.locator(".roadmap-card[data-open]"));
    for (const node of await page.locator(".orbit-node").all()) {
      const right = async () => (await box(node)).right;
      await expect.poll(right, `at ${width} px`).toBeLessThanOrEqual(card.x);
    }
  });
});

for (const path of ["/services", "/seo"]) {
  test(`no carousel on ${path} cuts a slide on a wide screen`, async ({ page }) => {
    await open(page, path);
    await atWidths(page, [768, 1024, 1440], async (width) => {
      const cut = await page.locator(".carousel").evaluateAll((rows) =>
        rows.flatMap((row) => {
          const view = row.getBoundingClientRect();
          return [...row.querySelectorAll("li")]
            .map((slide) => slide.getBoundingClientRect())
            .filter(({ left, right }) => left < view.right - 2 && right > view.right + 2);
        }),
      );
      expect(cut, `at ${width} px`).toEqual([]);
    });
  });
}

test("the closing banner's heading has two lines", async ({ page }) => {
  await open(page, "/services");
  const heading = page.locator("#cta-section h2");
  await atWidths(page, [768, 1024, 1440], async (width) => {
    const lines = await heading.evaluate(
      (element) => element.clientHeight / Number.parseFloat(getComputedStyle(element).lineHeight),
    );
    expect(Math.round(lines), `at ${width} px`).toBe(2);
  });
});

test("the parts of an article have the same right edge", async ({ page }) => {
  await open(page, "/blog/log-files");
  await atWidths(page, [768, 1440], async (width) => {
    const ends = await page
      .locator(".article-text > :not(.wide), .article-pages")
      .evaluateAll((parts) => parts.map((part) => Math.round(part.getBoundingClientRect().right)));
    expect(new Set(ends).size, `at ${width} px`).toBe(1);
  });
});

test("the article's sidebar does not scroll sideways", async ({ page }) => {
  await open(page, "/blog/log-files");
  await atWidths(page, [768, 1440], async (width) => {
    const over = await page
      .locator(".article-aside")
      .evaluate((aside) => aside.scrollWidth - aside.clientWidth);
    expect(over, `at ${width} px`).toBe(0);
  });
});

test("no heading in the article's sidebar ends with a lone word", async ({ page }) => {
  await open(page, "/blog/pictures");
  const link = page.getByRole("navigation", { name: "On this page" }).getByRole("link").first();
  await expect(link).toHaveText("How many pixels does a phone need?");
  const tops = await link.evaluate((element) => {
    const text = element.firstChild as Text;
    return [...text.data.matchAll(/\S+/g)].map(({ 0: word, index }) => {
      const range = document.createRange();
      range.setStart(text, index);
      range.setEnd(text, index + word.length);
      return Math.round(range.getBoundingClientRect().top);
    });
  });
  expect(new Set(tops).size).toBe(2);
  expect(tops.at(-1)).toBe(tops.at(-2));
});

test("a breadcrumb has even gaps and large targets", async ({ page }) => {
  await open(page, "/blog/log-files");
  const crumbs = page.getByRole("navigation", { name: "Breadcrumb" });
  const [first, second] = await textGaps(crumbs.locator("li > *"));
  expect(first).toBe(second);
  const link = await box(crumbs.getByRole("link", { name: "blog", exact: true }));
  expect(Math.min(link.width, link.height)).toBeGreaterThanOrEqual(44);
});

test("the blog's search, sorting and view are on one line on a tablet", async ({ page }) => {
  await open(page, "/blog");
  await atWidths(page, [768, 1024], async (width) => {
    const search = await box(page.getByRole("search"));
    const view = await box(page.getByRole("group", { name: "View" }));
    expect(view.y, `at ${width} px`).toBeLessThan(search.bottom);
  });
});

test("the plans beside the popular one are equally high, and lower", async ({ page }) => {
  await open(page, "/seo");
  await atWidths(page, [1024, 1440], async (width) => {
    const plans = page.locator("#seo-pricing ul > li:has(h3)");
    const heights = await plans.evaluateAll((all) => all.map((plan) => plan.clientHeight));
    expect(heights[0], `at ${width} px`).toBe(heights[2]);
    expect(heights[0]).toBeLessThan((heights[1] ?? 0) - 40);
  });
});

test("the privacy notice has its headings beside its text on a wide screen", async ({ page }) => {
  await open(page, "/privacy");
  const heading = await box(page.getByRole("heading", { name: "Who is responsible" }));
  const words = await box(page.getByText("is responsible for the personal data"));
  expect(words.x).toBeGreaterThan(heading.right);
  expect(Math.abs(words.y - heading.y)).toBeLessThan(12);
});

test("the contact facts separate their terms from their values", async ({ page }) => {
  await open(page, "/contact");
  const fact = page.locator("#contact-form dl > div").filter({ hasText: "Discovery call" });
  const [gap] = await textGaps(fact.locator("dt, dd"));
  expect(gap).toBeGreaterThanOrEqual(24);
});

test.describe("on a tablet", () => {
  test.use({ viewport: { width: 768, height: 1024 } });

  test("the calculator's result does not touch its sliders and notes", async ({ page }) => {
    await open(page, "/services");
    const [fields, result, notes] = await Promise.all(
      [".roi-fields", ".roi-result", ".roi-notes"].map((part) => box(page.locator(part))),
    );
    expect((result?.y ?? 0) - (fields?.bottom ?? 0)).toBeGreaterThanOrEqual(24);
    expect((notes?.y ?? 0) - (result?.bottom ?? 0)).toBeGreaterThanOrEqual(24);
  });

  test("the founder's portrait keeps its shape", async ({ page }) => {
    await open(page, "/about");
    const portrait = await box(page.getByRole("img", { name: "Portrait of Rowan Hale" }));
    expect(portrait.width / portrait.height).toBeCloseTo(4 / 5, 1);
  });

  test("the founder's record has its heading on one line", async ({ page }) => {
    await open(page, "/about");
    const head = page.locator("main section").first().locator(".index-card-head");
    expect(await head.evaluate((element) => element.clientHeight)).toBeLessThan(50);
  });

  test("the grid of clients has no empty cells at its end", async ({ page }) => {
    await open(page, "/");
    const grid = page.locator("#clients-section ul").first();
    const last = await box(grid.locator("li").last());
    expect(Math.round(last.right)).toBe(Math.round((await box(grid)).right));
  });
});
