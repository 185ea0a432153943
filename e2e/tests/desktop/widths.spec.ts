import { AdminApi, signInCookies } from "../../support/admin";
import { open, PUBLIC_PAGES, sidewaysOverflow } from "../../support/pages";
import { expect, test } from "../../support/test";

const WIDTHS = [320, 390, 768, 1024, 1440, 1920];

for (const { path, status = 200 } of PUBLIC_PAGES) {
  test(`${path} never scrolls sideways`, async ({ page, faults }) => {
    if (status !== 200) faults.allowStatus(status);
    await open(page, path);
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 });
      expect(await sidewaysOverflow(page), `at ${width} px`).toEqual([]);
    }
  });
}

for (const { path, status = 200 } of PUBLIC_PAGES) {
  test(`${path} with large text does not scroll sideways on a phone`, async ({ page, faults }) => {
    if (status !== 200) faults.allowStatus(status);
    await page.setViewportSize({ width: 390, height: 844 });
    await open(page, path);
    for (const size of ["20px", "24px"]) {
      await page.evaluate((size) => {
        document.documentElement.style.fontSize = size;
      }, size);
      expect(await sidewaysOverflow(page), `at ${size}`).toEqual([]);
    }
  });
}

test("long words break on every page that shows them", async ({ page, site }) => {
  const api = await AdminApi.signIn(site.url);
  const word = "Donaudampfschifffahrtselektrizitaetenhauptbetriebswerk";
  const row = `<tr>${"<td>https://site.example/products/category/page</td>".repeat(8)}</tr>`;
  const { id } = await api.create({
    title: `Why https://www.site.example/products/category and ${word} rank`,
    slug: "long-words",
    summary: word,
    tags: [word.slice(0, 50)],
    author: word,
    content: `<h2>${word}</h2><p>${word}</p><table><tbody>${row}</tbody></table>`,
  });
  await signInCookies(page);
  const paths = ["/blog/long-words", "/blog", "/blog?view=list", "/admin/blog"];
  for (const path of [...paths, `/admin/blog/edit/${id}`]) {
    await open(page, path);
    if (path.includes("/edit/")) await expect(page.locator(".visual-text table")).toBeVisible();
    for (const width of [390, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      expect(await sidewaysOverflow(page), `${path} at ${width} px`).toEqual([]);
    }
  }
  await open(page, "/blog/long-words");
  const [wide, room] = await page
    .locator(".article-aside")
    .evaluate(({ scrollWidth, clientWidth }) => [scrollWidth, clientWidth]);
  expect(wide, "headings beside the article").toBeLessThanOrEqual(room ?? 0);
});

test("a search without results keeps to a phone, however long it is", async ({ page }) => {
  const words = "how to find crawl errors in server logs";
  for (const search of [words, words.replaceAll(" ", "-")]) {
    await open(page, `/blog?search=${encodeURIComponent(search)}`);
    await expect(page.locator("#blog-posts .find-query", { hasText: search })).toBeVisible();
    for (const width of [320, 390]) {
      await page.setViewportSize({ width, height: 900 });
      const right = await page
        .locator("#blog-posts .find-query", { hasText: search })
        .evaluate((query) => {
          const range = document.createRange();
          range.selectNodeContents(query);
          return range.getBoundingClientRect().right;
        });
      expect(right, `${search} at ${width} px`).toBeLessThanOrEqual(width);
      expect(await sidewaysOverflow(page), `${search} at ${width} px`).toEqual([]);
    }
  }
});

for (const path of ["/blog", "/blog/log-files", "/authors/samir-desai"]) {
  test(`the last row of cards on ${path} is whole`, async ({ page }) => {
    await open(page, path);
    for (const width of [768, 1024, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      // The right edges of the last card and of its grid.
      const ends = await page.evaluate(() => {
        const card = [...document.querySelectorAll("li:has(> article)")].at(-1);
        let grid = card?.parentElement;
        while (grid && getComputedStyle(grid).display !== "grid") grid = grid.parentElement;
        return [card, grid].map((box) => Math.round(box?.getBoundingClientRect().right ?? 0));
      });
      expect(ends[0], `at ${width} px`).toBeGreaterThan(700);
      expect(ends[0], `at ${width} px`).toBe(ends[1]);
    }
  });
}

test("the heading of a folded part stays on its line beside a long summary", async ({ page }) => {
  await signInCookies(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page, "/admin/blog");
  await page
    .getByRole("table")
    .getByRole("link", { name: /^What log files/ })
    .click();
  const heading = page.locator("#details h2");
  await expect(heading).toBeVisible();
  await page.locator("#details > summary").click();
  await expect(page.locator("#details .fold-summary")).toBeVisible();
  const [height, summary] = await page
    .locator("#details > summary > *")
    .evaluateAll((parts) => parts.map((part) => part.getBoundingClientRect().height));
  expect(height).toBeLessThan(30);
  expect(summary).toBeLessThan(30);
});

test("reading times of the log are aligned on a phone", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page, "/");
  const lefts = await page
    .locator("#blog-section li article > span")
    .evaluateAll((times) => times.map((time) => time.getBoundingClientRect().left));
  expect(lefts.length).toBeGreaterThan(1);
  expect(new Set(lefts).size, String(lefts)).toBe(1);
});

/** Makes Chromium behave like Firefox and Safari, which do not know the property. */
function forgetInitialTarget() {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync("*, ::before, ::after { scroll-initial-target: none !important }");
  document.adoptedStyleSheets = [sheet];
}

for (const isKnown of [true, false])
  test(`the chosen category is visible on a phone ${isKnown ? "with" : "without"} scroll-initial-target`, async ({
    page,
  }) => {
    if (!isKnown) await page.addInitScript(forgetInitialTarget);
    await page.setViewportSize({ width: 390, height: 844 });
    await open(page, "/blog");
    const last = page.getByRole("group", { name: "Category" }).getByRole("link").last();
    await open(page, (await last.getAttribute("href")) ?? "");
    const chosen = page.getByRole("group", { name: "Category" }).locator("[aria-current]");
    await expect(chosen).toBeInViewport({ ratio: 1 });
  });

test("the three results of the home page start on one line", async ({ page }) => {
  await open(page, "/");
  for (const width of [768, 900, 1024, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    const lefts = await page
      .locator("#uvp-section li h3")
      .evaluateAll((titles) => titles.map((title) => title.getBoundingClientRect().left));
    expect(lefts).toHaveLength(3);
    expect(new Set(lefts).size, `${lefts} at ${width} px`).toBe(1);
  }
});

test("an only card has its text beside its cover", async ({ page }) => {
  for (const width of [768, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await open(page, "/blog?search=postcode");
    const card = page.locator("#blog-posts article");
    const [around, title] = await Promise.all([
      card.boundingBox(),
      card.getByRole("heading").boundingBox(),
    ]);
    expect(around?.width).toBeGreaterThan(width * 0.8);
    expect(title?.x, `${width} px`).toBeGreaterThan((around?.x ?? 0) + (around?.width ?? 0) / 2);
  }
});
