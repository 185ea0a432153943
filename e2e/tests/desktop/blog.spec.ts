import type { Page } from "@playwright/test";
import { ARCHIVE_POSTS } from "../../support/archive";
import { answerMessages, TAKEN } from "../../support/calls";
import { DEMO_POSTS, listing, PER_PAGE } from "../../support/demo-posts";
import {
  expectArrived,
  expectHydrated,
  expectPath,
  hold,
  open,
  scrollTo,
  scrollTop,
} from "../../support/pages";
import { expect, test } from "../../support/test";
import { Traffic } from "../../support/traffic";

const ALL = DEMO_POSTS.length + ARCHIVE_POSTS;
const LAST_PAGE = Math.ceil(ALL / PER_PAGE);

/** Returns the addresses of the listed posts, in order. */
const listed = (page: Page): Promise<string[]> =>
  page
    .locator("#blog-posts article")
    .evaluateAll((articles) =>
      articles.map((article) => article.querySelector("a[href]")?.getAttribute("href") ?? ""),
    );

const chip = (page: Page, group: string, name: string) =>
  page.getByRole("group", { name: group }).getByRole("link", { name });

const search = (page: Page) => page.getByRole("searchbox", { name: "Search the blog" });

test.describe("the listing", () => {
  test("shows featured posts first, both groups from newest to oldest", async ({ page }) => {
    await open(page, "/blog");
    await expect.poll(() => listed(page)).toEqual(listing(() => true));
    await expect(page.locator("#blog-posts article").first()).toContainText("Featured");
  });

  test("a category filters by label and tags, in the address and in the heading", async ({
    page,
  }) => {
    await open(page, "/blog");
    await chip(page, "Category", "Technical SEO").click();
    await expectPath(page, "/blog?tag=Technical%20SEO");
    await expect(page.getByRole("heading", { level: 1, name: "Technical SEO" })).toBeVisible();
    await expect
      .poll(() => listed(page))
      .toEqual(listing(({ tags }) => tags.includes("Technical SEO")));
    await expect(chip(page, "Category", "Technical SEO")).toHaveAttribute("aria-current", "true");
  });

  test("category, trending and latest replace one another, not the search", async ({ page }) => {
    await open(page, "/blog?tag=Analytics%20%26%20Data&search=logs");
    await chip(page, "Sort", "Trending").click();
    await expectPath(page, "/blog?trending=true&search=logs");
    await chip(page, "Sort", "Latest Articles").click();
    await expectPath(page, "/blog?latest=true&search=logs");
    await chip(page, "Category", "Local SEO").click();
    await expectPath(page, "/blog?tag=Local%20SEO&search=logs");
  });

  test("following the current choice again removes it", async ({ page }) => {
    await open(page, "/blog?tag=Local%20SEO");
    await chip(page, "Category", "Local SEO").click();
    await expectPath(page, "/blog");
    await expect(page.getByRole("heading", { level: 1, name: "Inside the Index" })).toBeVisible();
  });

  test("trending shows only trending posts", async ({ page }) => {
    await open(page, "/blog?trending=true");
    await expect.poll(() => listed(page)).toEqual(listing(({ trending }) => trending));
  });

  test("latest sorts by date only", async ({ page }) => {
    await open(page, "/blog?latest=true");
    await expect.poll(() => listed(page)).toEqual(listing(() => true, { featuredFirst: false }));
  });

  test("a section filter is shown as a chip that removes it", async ({ page }) => {
    await open(page, "/blog?section=About");
    await expect
      .poll(() => listed(page))
      .toEqual(listing((post) => post.section_tags.includes("About")));
    await chip(page, "Category", "About").click();
    await expectPath(page, "/blog");
  });

  test("the search covers title, summary, author and tags, and ignores case", async ({ page }) => {
    const traffic = new Traffic(page);
    await open(page, "/blog");
    traffic.clear();
    await search(page).fill("CORE update");
    await search(page).press("Enter");
    await expectPath(page, "/blog?search=CORE+update");
    await expect.poll(() => listed(page)).toEqual(["/blog/core-update"]);
    expect(traffic.documents()).toEqual([]);
    await page.getByRole("link", { name: "Clear search" }).click();
    await expectPath(page, "/blog");
    await expect(search(page)).toHaveValue("");
  });

  test("a search keeps the focus in its field and is announced", async ({ page }) => {
    await open(page, "/blog");
    await search(page).fill("core update");
    await search(page).press("Enter");
    await expect(page.getByRole("status").filter({ hasText: "1 post found" })).toBeAttached();
    await expect(search(page)).toBeFocused();
    await page.goBack();
    await expectPath(page, "/blog");
    await expect(search(page)).toHaveValue("");
  });

  test("what is typed during a search stays", async ({ page }) => {
    await open(page, "/blog");
    const letIn = await hold(page, "**/_data/blog?search=core");
    await search(page).fill("core");
    await search(page).press("Enter");
    await search(page).pressSequentially(" update");
    letIn();
    await expect(page.getByRole("link", { name: "Clear search" })).toBeVisible();
    await expect(search(page)).toHaveValue("core update");
    await expectPath(page, "/blog?search=core+update");
  });

  test("a listing that cannot be loaded leaves the page and the search as they are", async ({
    page,
    faults,
  }) => {
    faults.allow(/net::ERR_FAILED/);
    await open(page, "/blog?latest=true");
    await page.route("**/_data/blog?**", (route) => route.abort());
    await search(page).pressSequentially("core update");
    const alert = page.getByRole("alert").filter({ hasText: "Error loading posts" });
    await expect(alert).toBeVisible();
    await expectPath(page, "/blog?latest=true");
    await expect(search(page)).toHaveValue("core update");
    await page.unroute("**/_data/blog?**");
    await search(page).press("Enter");
    await expectPath(page, "/blog?latest=true&search=core+update");
  });

  test("the listing and its address follow the search while it is typed", async ({ page }) => {
    await open(page, "/blog");
    await search(page).pressSequentially("core update");
    await expectPath(page, "/blog?search=core+update");
    await expect.poll(() => listed(page)).toEqual(["/blog/core-update"]);
    await expect(search(page)).toBeFocused();
    await search(page).press("Enter");
    await chip(page, "Sort", "Latest Articles").click();
    await expectPath(page, "/blog?latest=true&search=core%20update");
    await expect(search(page)).toHaveValue("core update");
    await search(page).fill("");
    await expectPath(page, "/blog?latest=true");
    await page.goBack();
    await expectPath(page, "/blog?search=core+update");
    await expect(search(page)).toHaveValue("core update");
  });

  test("a followed control that is removed moves the focus to the search or the heading", async ({
    page,
  }) => {
    const heading = page.getByRole("heading", { level: 1 });
    await open(page, "/blog?search=core");
    await expectArrived(page);
    await scrollTo(page, 300);
    await page.getByRole("link", { name: "Clear search" }).press("Enter");
    await expectPath(page, "/blog");
    await expect(search(page)).toBeFocused();
    expect(await scrollTop(page), "the page stays where it was scrolled to").toBe(300);
    await open(page, "/blog?section=About");
    await chip(page, "Category", "About").press("Enter");
    await expectPath(page, "/blog");
    await expect(heading).toBeFocused();
    await chip(page, "Sort", "Trending").press("Enter");
    await expectPath(page, "/blog?trending=true");
    await expect(chip(page, "Sort", "Trending")).toBeFocused();
  });

  test("a search without results is reported, with a link back", async ({ page }) => {
    await open(page, "/blog?search=zzzz");
    await expect(page.getByRole("heading", { name: "No posts found." })).toBeVisible();
    await page.getByRole("link", { name: "Show all posts" }).click();
    await expectPath(page, "/blog");
    await expect.poll(() => listed(page)).toHaveLength(PER_PAGE);
  });

  test("the chosen view is kept for other visits and reloads", async ({ page }) => {
    await open(page, "/blog");
    const list = page.getByRole("button", { name: "List", exact: true });
    await expect(page.getByRole("button", { name: "Cards" })).toHaveAttribute(
      "aria-pressed",
      "true",
    );
    await list.click();
    await expect(list).toHaveAttribute("aria-pressed", "true");
    const rowHeight = () =>
      page
        .locator("#blog-posts article")
        .first()
        .evaluate((row) => row.clientHeight);
    expect(await rowHeight()).toBeLessThan(150);
    await page.reload();
    await expectHydrated(page);
    await expect(list).toHaveAttribute("aria-pressed", "true");
    expect(await rowHeight()).toBeLessThan(150);
    await page.getByRole("button", { name: "Cards" }).click();
    await page.reload();
    await expectHydrated(page);
    await expect(list).toHaveAttribute("aria-pressed", "false");
  });

  test("the whole area of a card links to its post", async ({ page }) => {
    await open(page, "/blog");
    const card = page.getByRole("article").filter({ hasText: "Local packs after the overview" });
    await card.scrollIntoViewIfNeeded();
    const box = await card.boundingBox();
    await page.mouse.click((box?.x ?? 0) + 20, (box?.y ?? 0) + 20);
    await expectPath(page, "/blog/local-packs");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(/Local packs/);
    expect(await scrollTop(page)).toBe(0);
  });
});

test.describe("the listing's first impression", () => {
  test("the text beside the heading appears a tenth of a second later", async ({ page }) => {
    await open(page, "/blog");
    const words = page.getByText("Stay ahead of the click.");
    await expect(words).toHaveCSS("animation-delay", "0.1s");
    await expect(words).toHaveCSS("opacity", "1");
  });

  test("ten placeholder lines appear for posts that load slowly", async ({ page }) => {
    await open(page, "/blog");
    let go = () => {};
    const gate = new Promise<void>((resolve) => {
      go = resolve;
    });
    await page.route("**/_data/blog?*", async (route) => {
      await gate;
      await route.continue();
    });
    await chip(page, "Category", "Local SEO").click();
    const lines = page.getByRole("status").filter({ hasText: "Loading articles" }).locator("i");
    await expect(lines).toHaveCount(10);
    go();
    await expect(lines).toHaveCount(0);
    await expectPath(page, "/blog?tag=Local%20SEO");
  });
});

test.describe("the listing with an archive", () => {
  test.use({ data: "archive" });
  const pagination = (page: Page) => page.getByRole("navigation", { name: "Pagination of posts" });

  test("has pages of twelve with real links", async ({ page }) => {
    await open(page, "/blog");
    await expect.poll(() => listed(page)).toHaveLength(12);
    await pagination(page).getByRole("link", { name: "Page 2", exact: true }).click();
    await expectPath(page, "/blog?page=2");
    await expect(
      pagination(page).getByRole("link", { name: "Page 2", exact: true }),
    ).toHaveAttribute("aria-current", "page");
    await expect.poll(() => listed(page)).toHaveLength(12);
    await pagination(page).getByRole("link", { name: "Next page" }).click();
    await expectPath(page, "/blog?page=3");
    await pagination(page)
      .getByRole("link", { name: `Page ${LAST_PAGE}`, exact: true })
      .click();
    await expectPath(page, `/blog?page=${LAST_PAGE}`);
    await expect.poll(() => listed(page)).toHaveLength(ALL - (LAST_PAGE - 1) * PER_PAGE);
    await expect(pagination(page).getByRole("link", { name: "Next page" })).toHaveCount(0);
  });

  test("a page that loads slowly keeps the position of the previous one", async ({ page }) => {
    await open(page, "/blog");
    const email = page.locator("#blog-posts").getByRole("textbox", { name: /email/i });
    await email.fill("reader@example.com");
    const next = pagination(page).getByRole("link", { name: "Page 2", exact: true });
    await next.scrollIntoViewIfNeeded();
    // A hovered link is prefetched.
    const letIn = await hold(page, "**/_data/blog?*");
    await next.hover();
    const before = await scrollTop(page);
    await next.click();
    const lines = page.getByRole("status").filter({ hasText: "Loading articles" });
    await expect(lines).toBeInViewport();
    await expect(next).toBeHidden();
    expect(await scrollTop(page)).toBe(before);
    letIn();
    await expectPath(page, "/blog?page=2");
    await expectArrived(page);
    await expect(email).toHaveValue("reader@example.com");
    await page.goBack();
    await expectPath(page, "/blog");
    await expect.poll(() => scrollTop(page)).toBe(before);
  });

  test("a filter starts at the first page", async ({ page }) => {
    await open(page, "/blog?page=2");
    await chip(page, "Sort", "Latest Articles").click();
    await expectPath(page, "/blog?latest=true");
  });

  test("filter and page are both in the address", async ({ page }) => {
    await open(page, "/blog?search=archive");
    await expect.poll(() => listed(page)).toHaveLength(12);
    await pagination(page).getByRole("link", { name: "Page 3", exact: true }).click();
    await expectPath(page, "/blog?search=archive&page=3");
    await expect.poll(() => listed(page)).toHaveLength(6);
  });
});

test.describe("an article", () => {
  test("lists the headings of all its pages and links to them", async ({ page }) => {
    await open(page, "/blog/log-files");
    const list = page.getByRole("complementary", { name: "About this article" }).getByRole("link");
    const hrefs = await list.evaluateAll((links) => links.map((link) => link.getAttribute("href")));
    const ofFirst = hrefs.filter((href) => href?.startsWith("#"));
    const ofSecond = hrefs.filter((href) => href?.startsWith("/blog/log-files?page=2#"));
    expect(ofFirst.length).toBeGreaterThan(0);
    expect(ofSecond.length).toBeGreaterThan(0);

    await list.nth(2).click();
    const id = hrefs[2]?.slice(1) ?? "";
    await expect(page).toHaveURL((url) => url.hash === `#${id}`);
    await expect
      .poll(() =>
        page.locator(`[id="${id}"]`).evaluate((element) => element.getBoundingClientRect().top),
      )
      .toBeCloseTo(120, -1);

    await page.locator(`a[href="${ofSecond[0]}"]`).first().click();
    await expect(page.getByText("Page 2 of 2")).toBeVisible();
    const second = page.locator(`[id="${ofSecond[0]?.split("#")[1]}"]`);
    await expect
      .poll(() => second.evaluate((element) => element.getBoundingClientRect().top))
      .toBeCloseTo(120, -1);
  });

  test("has its second page after the page break, with a link back", async ({ page }) => {
    await open(page, "/blog/log-files");
    const pages = page.getByRole("navigation", { name: "Pagination of article" });
    await expect(page.getByText("Page 1 of 2")).toBeVisible();
    const firstWords = await page.locator(".prose").textContent();
    await pages.getByRole("link", { name: "Next page" }).click();
    await expectPath(page, "/blog/log-files?page=2");
    await expect(page.getByText("Page 2 of 2")).toBeVisible();
    await expect(page.locator(".prose")).not.toHaveText(firstWords ?? "");
    await pages.getByRole("link", { name: "Page 1", exact: true }).click();
    await expectPath(page, "/blog/log-files");
    await expect(page.getByText("Page 1 of 2")).toBeVisible();
    expect(await page.locator(".prose").textContent()).toBe(firstWords);
  });

  test("links to at most three related posts, never to itself", async ({ page }) => {
    await open(page, "/blog/log-files");
    const related = page
      .getByRole("region", { name: "More matches" })
      .getByRole("article")
      .getByRole("link");
    const hrefs = await related.evaluateAll((links) =>
      links.map((link) => link.getAttribute("href")),
    );
    expect(hrefs.length).toBeGreaterThan(0);
    expect(hrefs.length).toBeLessThanOrEqual(3);
    expect(hrefs).not.toContain("/blog/log-files");
    // Trending posts that share a tag come first.
    expect(hrefs[0]).toBe("/blog/core-update");
  });

  test("links to the previous and the next article", async ({ page }) => {
    await open(page, "/blog/core-update");
    const neighbours = page.getByRole("navigation", { name: "Previous and next article" });
    await expect(neighbours.getByRole("link", { name: /Next article/ })).toHaveAttribute(
      "href",
      "/blog/log-files",
    );
    await neighbours.getByRole("link", { name: /Previous article/ }).click();
    await expectPath(page, "/blog/visits-that-never-click");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(/never click/);
  });

  test("links its tags to the posts that share them", async ({ page }) => {
    await open(page, "/blog/log-files");
    await page
      .getByRole("list", { name: "Tags" })
      .getByRole("link", { name: "Analytics & Data" })
      .click();
    await expectPath(page, "/blog?tag=Analytics%20%26%20Data");
    await expect.poll(() => listed(page)).toContain("/blog/log-files");
  });

  test("shows its author, its date and its reading time", async ({ page }) => {
    await open(page, "/blog/log-files");
    const article = page.locator("article").first();
    await expect(article).toContainText(/\d+ min read/);
    await expect(article.locator("time").first()).toHaveAttribute("datetime", /^\d{4}-\d\d-\d\dT/);
    await expect(page.getByRole("region", { name: "About the author" })).toBeVisible();
  });

  test("highlights code; code and tables scroll by keyboard", async ({ page }) => {
    await open(page, "/blog/log-files");
    const code = page.locator("pre", { hasText: "The twenty URLs" });
    await expect(code).toHaveAttribute("tabindex", "0");
    await expect(code.locator(".hl-c").first()).toHaveText(/^# The twenty URLs/);
    await open(page, "/blog/log-files?page=2");
    const table = page.getByRole("region", { name: /^Table 1/ });
    await expect(table.getByRole("table")).toBeVisible();
    await expect(table).toHaveAttribute("tabindex", "0");
  });

  test("is printed without bars, forms and controls", async ({ page }) => {
    await open(page, "/blog/log-files");
    await page.emulateMedia({ media: "print" });
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expect(page.getByText("Every crawler you can buy is a simulation.")).toBeVisible();
    for (const part of [
      page.locator(".site-nav"),
      page.locator("footer"),
      page.getByRole("complementary", { name: "About this article" }),
      page.getByRole("button", { name: "Copy link" }),
      page.getByRole("heading", { name: "More matches" }),
      page.getByRole("button", { name: "Subscribe" }),
    ]) {
      await expect(part).toBeHidden();
    }
  });

  test("prints wide tables whole", async ({ page }) => {
    await open(page, "/blog/log-files?page=2");
    await page.emulateMedia({ media: "print" });
    const table = page.getByRole("region", { name: /^Table 1/ });
    await expect(table).toHaveCSS("overflow-x", "visible");
    await expect(table.locator("td").first()).toHaveCSS("overflow-wrap", "anywhere");
  });
});

test("the newsletter's form can be used again if its code cannot be loaded", async ({
  page,
  faults,
}) => {
  faults.allow(/net::ERR_FAILED/);
  const sent = await answerMessages(page, TAKEN);
  await open(page, "/blog/log-files");
  const form = page.getByRole("form", { name: "Newsletter" });
  await page.route(/\/subscribe-.*\.js/, (route) => route.abort());
  await form.getByLabel("Email address").fill("anna@example.org");
  await form.getByRole("button", { name: "Subscribe" }).click();
  await expect(page.getByRole("alert")).toContainText("This part could not be loaded");
  await expect(form.getByRole("button")).toHaveText("Subscribe");
  expect(sent).toEqual([]);
  await page.unroute(/\/subscribe-.*\.js/);
  await form.getByRole("button", { name: "Subscribe" }).click();
  await expect(page.getByRole("status")).toContainText(["Thank you for subscribing"]);
  expect(sent).toHaveLength(1);
});

test("an article stays if the code of the sections below it cannot be loaded", async ({
  page,
  faults,
}) => {
  faults.allow(/^request failed: .*article-end/, /^console error: /);
  await page.route(/\/article-end.*\.js/, (route) => route.abort());
  await open(page, "/blog?search=log+files");
  await page.getByRole("link", { name: "What log files know that your crawler does not" }).click();
  await expectPath(page, "/blog/log-files");
  for (const name of ["Article footer", "Newsletter and related articles"])
    await expect(page.getByRole("alert").filter({ hasText: name })).toContainText(
      "Content Loading Error",
    );
  await expect(page.locator("article .prose")).toBeVisible();
});
