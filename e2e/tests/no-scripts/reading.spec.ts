import { ARCHIVE_POSTS } from "../../support/archive";
import { DEMO_POSTS, listing, PER_PAGE } from "../../support/demo-posts";
import { expectPath, sidewaysOverflow } from "../../support/pages";
import { expect, test } from "../../support/test";

test("a reader can go from the home page to an article and its second page", async ({ page }) => {
  await page.goto("/");
  await page.getByRole("link", { name: "Blog", exact: true }).first().click();
  await expectPath(page, "/blog");
  await page
    .getByRole("link", { name: /What log files know/ })
    .first()
    .click();
  await expectPath(page, "/blog/log-files");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(/What log files know/);
  await expect(page.locator(".prose")).toContainText(/\w{3,}/);
  await page
    .getByRole("navigation", { name: "Pagination of article" })
    .getByRole("link", { name: "Next page" })
    .click();
  await expectPath(page, "/blog/log-files?page=2");
  await expect(page.getByText("Page 2 of 2")).toBeVisible();
});

test("the listing is filtered by links", async ({ page }) => {
  await page.goto("/blog");
  await page
    .getByRole("group", { name: "Category" })
    .getByRole("link", { name: "Local SEO" })
    .click();
  await expectPath(page, "/blog?tag=Local%20SEO");
  await expect(page.getByRole("heading", { level: 1, name: "Local SEO" })).toBeVisible();
  await expect(page.locator("#blog-posts article")).toHaveCount(
    listing(({ tags }) => tags.includes("Local SEO")).length,
  );
});

test("the listing is searched by a form", async ({ page }) => {
  await page.goto("/blog");
  const search = page.getByRole("searchbox", { name: "Search the blog" });
  await search.fill("core update");
  await search.press("Enter");
  await expectPath(page, "/blog?search=core+update");
  await expect(page.locator("#blog-posts article")).toHaveCount(1);
  await expect(search).toHaveValue("core update");
});

test("content that a script would open is visible, or linked", async ({ page }) => {
  await page.goto("/services");
  await expect(page.getByRole("button", { name: "Ask us a question" })).toBeHidden();
  await expect(page.getByLabel("Your question")).toBeVisible();
  await expect(page.getByRole("button", { name: "Send question" })).toBeEnabled();
  await page.getByRole("button", { name: "Book an Audit" }).first().click();
  await expectPath(page, "/contact");
  await page.goto("/blog");
  const newsletter = page.getByRole("form", { name: "Newsletter" });
  await expect(newsletter).toHaveAttribute("method", "post");
  // The form posts to the address of its page.
  await expect(newsletter).not.toHaveAttribute("action");
  await page.goto("/seo");
  await page.getByRole("link", { name: "Build Your Plan" }).click();
  await expectPath(page, "/about#engine-room");
});

test("native scrolling to a fragment leaves space for the bar", async ({ page }) => {
  await page.goto("/seo#seo-faq");
  const top = await page
    .locator("#seo-faq")
    .evaluate((section) => section.getBoundingClientRect().top);
  expect(top).toBeCloseTo(120, -1);
});

test("controls that need scripts are hidden", async ({ page }) => {
  await page.goto("/blog");
  await expect(page.getByRole("button", { name: "List", exact: true })).toBeHidden();
  await page.goto("/blog/log-files");
  await expect(page.getByRole("button", { name: "Copy link" })).toBeHidden();
  await page.goto("/auth");
  await expect(page.getByRole("button", { name: "Show characters" })).toBeHidden();
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test("the main pages can be reached without the menu", async ({ page }) => {
    await page.goto("/");
    await expect(page.getByRole("button", { name: "Open menu" })).toBeHidden();
    const bar = page.getByRole("navigation", { name: "Main" });
    for (const name of ["About", "SEO", "Services", "Blog", "Contact"]) {
      await expect(bar.getByRole("link", { name, exact: true })).toBeVisible();
    }
  });

  test("the logo is readable: its colour differs from the background", async ({ page }) => {
    for (const path of ["/", "/about", "/blog", "/blog/log-files"]) {
      await page.goto(path);
      const logo = page.getByRole("banner").getByRole("link", { name: "Found First" }).first();
      const { text, ground } = await logo.evaluate((link) => {
        let element: Element | null = link;
        let colour = "";
        while (element && !/^rgb\(|^oklch|^color/.test(colour)) {
          colour = getComputedStyle(element).backgroundColor;
          element = element.parentElement;
        }
        return { text: getComputedStyle(link).color, ground: colour };
      });
      expect(text, path).not.toBe(ground);
    }
  });

  for (const path of ["/", "/about", "/blog", "/blog/log-files"]) {
    test(`${path} does not scroll sideways`, async ({ page }) => {
      await page.goto(path);
      expect(await sidewaysOverflow(page)).toEqual([]);
    });
  }
});

test.describe("with an archive", () => {
  test.use({ data: "archive" });

  test("the listing is paged by links", async ({ page }) => {
    await page.goto("/blog");
    const pages = page.getByRole("navigation", { name: "Pagination of posts" });
    await pages.getByRole("link", { name: "Next page" }).click();
    await expectPath(page, "/blog?page=2");
    await expect(page.locator("#blog-posts article")).toHaveCount(12);
    const all = DEMO_POSTS.length + ARCHIVE_POSTS;
    const last = Math.ceil(all / PER_PAGE);
    await pages.getByRole("link", { name: `Page ${last}`, exact: true }).click();
    await expectPath(page, `/blog?page=${last}`);
    await expect(page.locator("#blog-posts article")).toHaveCount(all - (last - 1) * PER_PAGE);
  });
});
