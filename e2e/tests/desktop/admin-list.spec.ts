import type { Locator, Page } from "@playwright/test";
import { AdminApi, signInCookies } from "../../support/admin";
import { expectAccessible } from "../../support/axe";
import { DEMO_POSTS } from "../../support/demo-posts";
import { expectPath, open } from "../../support/pages";
import { expect, test } from "../../support/test";

test.use({ data: "own" });
test.beforeEach(async ({ page }) => signInCookies(page));

const PER_PAGE = 10;
const newest = DEMO_POSTS.map((post) => post.slug);

/** Returns the slugs of the posts in the table, in order. */
const rows = (page: Page): Promise<string[]> =>
  page
    .locator("table tbody tr")
    .evaluateAll((all) =>
      all.map((row) => /\/blog\/([a-z0-9-]+)/.exec(row.textContent ?? "")?.[1] ?? ""),
    );

const column = (page: Page, name: string) => page.getByRole("columnheader", { name });

test("both addresses show the newest posts", async ({ page }) => {
  for (const path of ["/admin/blog", "/blog-post-manager"]) {
    await open(page, path);
    await expect(page.getByRole("heading", { level: 1, name: "Blog Posts" })).toBeVisible();
    expect(await rows(page)).toEqual(newest.slice(0, PER_PAGE));
  }
  await page.goto("/admin");
  await expectPath(page, "/admin/blog");
});

test("the list is accessible", async ({ page }) => {
  await open(page, "/admin/blog");
  await expectAccessible(page);
});

test("a column is sorted by its heading, and its order is reversed by a second click", async ({
  page,
}) => {
  await open(page, "/admin/blog");
  await expect(column(page, "Created")).toHaveAttribute("aria-sort", "descending");
  await column(page, "Title").getByRole("button", { name: "Title" }).click();
  await expectPath(page, "/admin/blog?sort=title&dir=asc");
  await expect(column(page, "Title")).toHaveAttribute("aria-sort", "ascending");
  const ascending = await rows(page);
  expect(ascending[0]).toBe("canonical-tag");
  await column(page, "Title").getByRole("button", { name: "Title" }).click();
  await expect(column(page, "Title")).toHaveAttribute("aria-sort", "descending");
  const descending = await rows(page);
  expect(descending[0]).toBe("mobile-page");
  expect(descending.filter((slug) => ascending.includes(slug))).toEqual([]);
});

test("the search follows typing, and is in the address", async ({ page }) => {
  await open(page, "/admin/blog");
  const field = page.getByRole("searchbox", { name: "Search posts" });
  await field.pressSequentially("phone page");
  await expect(page).toHaveURL(/search=phone(\+|%20)page/);
  await expect.poll(() => rows(page)).toEqual(["mobile-page"]);
  await expect(field).toBeFocused();
  await field.fill("zzzz");
  await expect(page.getByRole("heading", { name: "No posts found." })).toBeVisible();
  await expect(page.getByRole("link", { name: "Create your first post" })).toBeVisible();
});

test("the status filter separates drafts from published posts", async ({ page, site }) => {
  const api = await AdminApi.signIn(site.url);
  await api.create({ title: "Not ready", slug: "not-ready", published: false });
  await open(page, "/admin/blog");
  const status = page.getByRole("navigation", { name: "Status" });
  await status.getByRole("link", { name: "Draft" }).click();
  await expect.poll(() => rows(page)).toEqual(["not-ready"]);
  await status.getByRole("link", { name: "Published" }).click();
  await expect.poll(() => rows(page)).toEqual(newest.slice(0, PER_PAGE));
});

test("a page has ten posts, and the rest are on the next", async ({ page }) => {
  await open(page, "/admin/blog");
  expect(await rows(page)).toHaveLength(PER_PAGE);
  await page
    .getByRole("navigation", { name: "Pagination of posts" })
    .getByRole("link", { name: "Page 2", exact: true })
    .click();
  await expectPath(page, "/admin/blog?page=2");
  await expect.poll(() => rows(page)).toEqual(newest.slice(PER_PAGE, 2 * PER_PAGE));
});

test("a post is deleted after confirmation, and gone for visitors at once", async ({
  page,
  newVisitor,
  faults,
}) => {
  await open(page, "/admin/blog");
  const remove = page.getByRole("button", { name: "Delete Topic maps that editors" });
  const questions: string[] = [];
  page.once("dialog", (dialog) => {
    questions.push(dialog.message());
    void dialog.dismiss();
  });
  await remove.click();
  expect(questions).toEqual(["Are you sure you want to delete this post?"]);
  expect(await rows(page)).toContain("topic-maps");

  page.once("dialog", (dialog) => void dialog.accept());
  await remove.click();
  await expect(page.getByRole("status").filter({ hasText: "Post deleted." })).toBeVisible();
  await expect.poll(() => rows(page)).not.toContain("topic-maps");
  await expectPath(page, "/admin/blog");

  faults.allowStatus(404);
  const visitor = await newVisitor();
  const response = await visitor.goto("/blog/topic-maps");
  expect(response?.status()).toBe(404);
  await expect(visitor).toHaveURL("/blog");
});

test("five posts are published in six clicks, deleted in seven, and come back with one", async ({
  page,
  site,
}) => {
  const api = await AdminApi.signIn(site.url);
  const titles = ["Five", "Four", "Three", "Two", "One"].map((word) => `Draft ${word}`);
  for (const title of titles.toReversed())
    await api.create({ title, slug: title.toLowerCase().replace(" ", "-"), published: false });
  let clicks = 0;
  const click = async (control: Locator) => {
    clicks += 1;
    await control.click();
  };
  const select = async () => {
    for (const title of titles)
      await click(page.getByRole("checkbox", { name: `Select ${title}` }));
  };
  await open(page, "/admin/blog");
  const bar = page.getByRole("region", { name: "Selected posts" });
  await select();
  await expect(bar).toContainText("5 selected");
  // The bar covers part of a row until the list is scrolled to its end.
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
  await expectAccessible(page);
  await click(bar.getByRole("button", { name: "Publish", exact: true }));
  await expect(page.getByRole("status").filter({ hasText: "5 posts published." })).toBeVisible();
  await expect(bar).toBeHidden();
  await expect(page.getByRole("row").filter({ hasText: "Draft One" })).toContainText("Published");
  expect((await fetch(`${site.url}/blog/draft-one`)).status).toBe(200);
  expect(clicks).toBe(6);

  clicks = 1; // The answer to the question.
  await select();
  const questions: string[] = [];
  page.once("dialog", (dialog) => {
    questions.push(dialog.message());
    void dialog.accept();
  });
  await click(bar.getByRole("button", { name: "Delete" }));
  await expect(page.getByRole("status").filter({ hasText: "5 posts deleted." })).toBeVisible();
  expect(questions).toEqual([
    `Are you sure you want to delete these posts?\n\n${titles.join("\n")}`,
  ]);
  await expect.poll(() => rows(page)).not.toContain("draft-one");
  expect(clicks).toBe(7);

  clicks = 0;
  await click(page.getByRole("button", { name: "Undo" }));
  await expect.poll(() => rows(page)).toContain("draft-one");
  expect((await fetch(`${site.url}/blog/draft-one`)).status).toBe(200);
  expect(clicks).toBe(1);
});

test("posts are selected, tagged and cleared by keyboard", async ({ page }) => {
  await open(page, "/admin/blog");
  await page.getByRole("checkbox", { name: "Select all posts on this page" }).press("Space");
  const bar = page.getByRole("region", { name: "Selected posts" });
  await expect(bar).toContainText("10 selected");
  await bar.getByRole("button", { name: "Add category" }).press("Enter");
  const field = bar.getByRole("combobox", { name: "Category" });
  await expect(field).toBeFocused();
  await expectAccessible(page);
  await field.press("Escape");
  await expect(bar.getByRole("button", { name: "Add category" })).toBeFocused();
  await page.keyboard.press("Enter");
  await field.pressSequentially("Field notes");
  await page.keyboard.press("Enter");
  await expect(
    page.getByRole("status").filter({ hasText: "10 posts given the category “Field notes”." }),
  ).toBeVisible();
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
  await expect(page.locator(".post-list tbody tr").first()).toContainText("Field notes");
});

test("a copy of a post opens in the editor", async ({ page }) => {
  await open(page, "/admin/blog");
  await page.getByRole("button", { name: "Duplicate Topic maps that editors" }).click();
  await expect(page).toHaveURL(/\/admin\/blog\/edit\/[0-9a-f-]{36}$/);
  await expect(page.getByRole("textbox", { name: "Heading" })).toHaveValue(/\(copy\)$/);
  await page.goto("/admin/blog");
  expect((await rows(page))[0]).toBe("topic-maps-copy");
});

test("a page number after the last leads to the last page", async ({ page }) => {
  await page.goto("/admin/blog?page=99&sort=title&dir=asc");
  await expect(page).toHaveURL(/\/admin\/blog\?sort=title&dir=asc&page=\d$/);
  expect((await rows(page)).length).toBeGreaterThan(0);
});

test("the list goes back a page if the only post of its last one is deleted", async ({
  page,
  site,
}) => {
  const api = await AdminApi.signIn(site.url);
  for (let at = 0; at <= PER_PAGE; at += 1)
    await api.create({ title: `Draft ${at}`, slug: `draft-${at}`, published: false });
  await open(page, "/admin/blog?status=draft&page=2");
  page.once("dialog", (dialog) => void dialog.accept());
  await page.getByRole("button", { name: "Delete Draft 0" }).click();
  await expectPath(page, "/admin/blog?status=draft");
  await expect.poll(() => rows(page)).toHaveLength(PER_PAGE);
  await expect(page.getByRole("status").filter({ hasText: "Post deleted." })).toBeVisible();
});

test("a deletion that fails is reported, and the row stays", async ({ page, faults }) => {
  faults.allow(/net::ERR_FAILED/);
  await open(page, "/admin/blog");
  await page.route("**/api/admin/posts/*", (route) => route.abort());
  page.once("dialog", (dialog) => void dialog.accept());
  await page.getByRole("button", { name: "Delete Topic maps that editors" }).click();
  await expect(page.getByRole("alert")).toContainText("Error deleting post");
  expect(await rows(page)).toContain("topic-maps");
});

test("a view of the list that cannot be loaded is reported, and the list stays", async ({
  page,
  faults,
}) => {
  faults.allow(/net::ERR_FAILED/);
  await open(page, "/admin/blog");
  const before = await rows(page);
  await page.route("**/_data/**", (route) => route.abort());
  await column(page, "Author").getByRole("button", { name: "Author" }).click();
  const failure = page.getByRole("alert");
  await expect(failure).toContainText("Error loading posts");
  await expect(failure).toContainText("Please refresh the page or try again later");
  await expectPath(page, "/admin/blog");
  expect(await rows(page)).toEqual(before);
});
