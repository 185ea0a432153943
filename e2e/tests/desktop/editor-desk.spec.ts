import type { Page } from "@playwright/test";
import { AdminApi, signInCookies } from "../../support/admin";
import { expectAccessible } from "../../support/axe";
import { publishAnyway, scheduleAnyway } from "../../support/drafts";
import { html, openNew, text, tool } from "../../support/editor";
import { expectPath, hold, open } from "../../support/pages";
import { expect, test } from "../../support/test";

test.use({ data: "own" });
test.beforeEach(async ({ page }) => signInCookies(page));

const heading = (page: Page) => page.getByRole("textbox", { name: "Heading" });
const slug = (page: Page) => page.getByRole("textbox", { name: "URL Slug" });
const bar = (page: Page) => page.locator(".save-bar");
const badge = (page: Page) => bar(page).locator(".badge");
const action = (page: Page, name: string) => bar(page).getByRole("button", { name, exact: true });
const fold = (page: Page, name: string) => page.locator(`#${name} > summary`);
const updated = (page: Page) => page.getByText("Post updated successfully!", { exact: true });

/** Creates a post and opens it. */
async function edit(page: Page, api: AdminApi, published = true) {
  const post = await api.create({ title: "On the desk", slug: "on-the-desk", published });
  await open(page, `/admin/blog/edit/${post.id}`);
  await expect(tool(page, "Bold")).toBeEnabled();
  return post;
}

const stored = async (api: AdminApi, id: string) =>
  (await (await api.send("GET", `/api/admin/posts/${id}`)).json()) as Record<string, unknown>;

test("Enter does not submit from one-line fields; in the heading it moves to the text", async ({
  page,
}) => {
  let calls = 0;
  page.on("request", (request) => {
    if (request.method() === "POST" && request.url().endsWith("/api/admin/posts")) calls += 1;
  });
  await openNew(page);
  await slug(page).fill("never");
  for (const name of ["URL Slug", "Author", "Page Title", "Hero Image", "Canonical URL"])
    await page.getByRole("textbox", { name, exact: true }).press("Enter");
  await page.getByRole("checkbox", { name: "Case Studies" }).press("Enter");
  await heading(page).fill("Not yet");
  await heading(page).press("Enter");
  await expect(text(page)).toBeFocused();
  await expect(page.getByText("Redirecting to blog admin...")).toHaveCount(0);
  expect(calls).toBe(0);
});

for (const [width, height] of [
  [1440, 900],
  [1100, 800],
  [390, 844],
] as const) {
  test(`heading, tools and text are in the first screen at ${width}, with every part open`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height });
    await openNew(page);
    for (const name of ["media", "details", "publish", "seo-settings"])
      await expect(page.locator(`#${name}`)).toHaveAttribute("open", "");
    await expect(heading(page)).toBeInViewport({ ratio: 1 });
    const top = (await text(page).boundingBox())?.y ?? height;
    const below = (await bar(page).boundingBox())?.y ?? 0;
    expect(below - top, "of the text in sight").toBeGreaterThan(height * 0.25);
    for (const name of ["Save", "Publish"])
      await expect(action(page, name)).toBeInViewport({ ratio: 1 });
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(wide).toBe(0);
    const tops = await page
      .locator(".visual-tools :is(button, select):visible")
      .evaluateAll((all) => new Set(all.map((one) => one.getBoundingClientRect().top)).size);
    expect(tops, "rows of tools").toBe(1);
  });
}

test("fields are in the document in the order of the form, whatever their position", async ({
  page,
}) => {
  await openNew(page);
  const names = await page
    .locator(".editor [name], .editor .ProseMirror")
    .evaluateAll((all) => [...new Set(all.map((one) => one.getAttribute("name") ?? "content"))]);
  expect(names).toEqual([
    "featured_image",
    "thumbnail_image",
    "title",
    "summary",
    "published_date",
    "slug",
    "author",
    "category",
    "section_tags",
    "content",
    "meta_title",
    "meta_description",
    "schema",
    "canonical_url",
    "author_bio",
    "published",
    "featured",
    "trending",
    "crawl_log",
    "inside_the_index",
  ]);
});

test("a part folds into a row with a summary, and stays folded on the next post", async ({
  page,
  site,
}) => {
  const api = await AdminApi.signIn(site.url);
  await openNew(page);
  await fold(page, "details").click();
  await expect(slug(page)).toBeHidden();
  await expect(fold(page, "details")).toContainText("No address");
  const post = await api.create({
    title: "Folded",
    slug: "folded",
    tags: ["Logs", "Crawling"],
    published_date: "2026-01-12T09:00:00Z",
  });
  await open(page, `/admin/blog/edit/${post.id}`);
  await expect(fold(page, "details")).toContainText("/blog/folded · 12 Jan 2026 · 2 categories");
  await expect(page.getByRole("textbox", { name: "Hero Image" })).toBeVisible();
  await expectAccessible(page);
  await fold(page, "details").click();
  await expect(slug(page)).toHaveValue("folded");
  await page.reload();
  await expect(slug(page)).toBeVisible();
});

test("an error in a folded part opens it, each time", async ({ page, faults }) => {
  faults.allowStatus(409);
  await openNew(page);
  await fold(page, "details").click();
  await heading(page).fill("What log files know");
  await page.getByRole("button", { name: "Create Post" }).click();
  await expect(slug(page)).toBeFocused();
  await slug(page).fill("log-files");
  for (const _ of ["once", "twice"]) {
    await fold(page, "details").click();
    await page.getByRole("button", { name: "Create Post" }).click();
    await expect(slug(page)).toBeFocused();
    await expect(slug(page)).toHaveAccessibleDescription(/already in use/);
  }
});

test("Ctrl+S stays in the editor with the cursor in place, and can be repeated", async ({
  page,
  site,
}) => {
  const api = await AdminApi.signIn(site.url);
  await page.clock.install();
  const post = await edit(page, api);
  await text(page).click();
  await page.keyboard.type("First. ");
  const letIn = await hold(page, `**/api/admin/posts/${post.id}`);
  await page.keyboard.press("ControlOrMeta+s");
  await page.keyboard.type("Meanwhile. ");
  letIn();
  await expect(updated(page)).toBeVisible();
  await expect(text(page)).toBeFocused();
  expect(await stored(api, post.id)).toMatchObject({ content: "<p>First. </p>" });
  await expect(page.getByText("Unsaved changes")).toBeVisible();
  await page.keyboard.type("Second.");
  await action(page, "Save").click();
  await expect(page.getByText("Unsaved changes")).toHaveCount(0);
  await expect
    .poll(async () => (await stored(api, post.id)).content)
    .toBe("<p>First. Meanwhile. Second.</p>");
  await page.clock.fastForward(3_000);
  await expectPath(page, `/admin/blog/edit/${post.id}`);
});

test("a new post saved with Ctrl+S continues at its own address", async ({ page, site }) => {
  const api = await AdminApi.signIn(site.url);
  await openNew(page);
  await heading(page).fill("Begun, not finished");
  await text(page).click();
  await page.keyboard.type("One. Three.");
  for (let count = 0; count < 6; count += 1) await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("ControlOrMeta+s");
  await expect(page).toHaveURL(/\/admin\/blog\/edit\/[0-9a-f-]+$/);
  await expect(text(page), "the cursor is where it was").toBeFocused();
  await page.keyboard.type("Two. ");
  await expect(text(page)).toHaveText("One. Two. Three.");
  await expect(slug(page)).toHaveValue("begun-not-finished");
  await expect(badge(page)).toHaveText("Draft");
  await heading(page).fill("Begun, and finished");
  await action(page, "Save").click();
  await expect(updated(page)).toBeVisible();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Edit: Begun, and finished");
  await expect(page).toHaveTitle(/^Edit: Begun, and finished \| /);
  const { drafts } = (await (await api.send("GET", "/api/admin/posts/new/drafts")).json()) as {
    drafts: unknown[];
  };
  expect(drafts).toEqual([]);
});

test("what is typed while a new post is saved is kept, whether or not the save succeeds", async ({
  page,
  site,
  faults,
}) => {
  const api = await AdminApi.signIn(site.url);
  await openNew(page);
  await heading(page).fill("On a slow line");
  await text(page).click();
  await page.keyboard.type("One");
  faults.allow(/net::ERR_FAILED/);
  await page.route("**/api/admin/posts", (route) => route.abort(), { times: 1 });
  await page.keyboard.press("ControlOrMeta+s");
  await expect(
    page.getByRole("alert").filter({ hasText: "Nothing you typed is lost" }),
  ).toBeVisible();
  await page.keyboard.type(", two");
  await expect(text(page)).toHaveText("One, two");

  const save = await hold(page, "**/api/admin/posts");
  const move = await hold(page, /\/_data\/admin\/blog\/edit\//);
  await page.keyboard.press("ControlOrMeta+s");
  await page.keyboard.type(", three");
  save();
  await expect(page.getByText("Post created successfully!")).toBeVisible();
  move();
  await expect(page).toHaveURL(/\/admin\/blog\/edit\/[0-9a-f-]+$/);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Edit: On a slow line");
  await expect(text(page)).toBeFocused();
  await page.keyboard.type(", four.");
  await expect(text(page)).toHaveText("One, two, three, four.");
  await expect(page.getByText("Unsaved changes")).toBeVisible();
  const id = new URL(page.url()).pathname.split("/").at(-1) ?? "";
  await action(page, "Save").click();
  await expect
    .poll(async () => (await stored(api, id)).content)
    .toBe("<p>One, two, three, four.</p>");
});

test("the bar shows the state, and publishes, schedules and unpublishes", async ({
  page,
  site,
  newVisitor,
  faults,
}) => {
  faults.allowStatus(404);
  const api = await AdminApi.signIn(site.url);
  const post = await edit(page, api, false);
  await expect(badge(page)).toHaveText("Draft");
  await expect(bar(page).getByRole("link", { name: /^View/ })).toHaveCount(0);
  await action(page, "Publish").click();
  await publishAnyway(page);
  await expect(badge(page)).toHaveText("Live");
  await expect(bar(page).getByRole("link", { name: /^View/ })).toHaveAttribute(
    "href",
    "/blog/on-the-desk",
  );
  const visitor = await newVisitor();
  expect((await visitor.goto("/blog/on-the-desk"))?.status()).toBe(200);

  const asked: string[] = [];
  page.once("dialog", (dialog) => {
    asked.push(dialog.message());
    void dialog.accept();
  });
  await action(page, "Unpublish").click();
  await expect(badge(page)).toHaveText("Draft");
  expect(asked).toHaveLength(1);
  expect((await visitor.request.get("/blog/on-the-desk")).status()).toBe(404);

  const year = new Date().getFullYear() + 1;
  await page.getByLabel("Publish Date").fill(`${year}-01-15T09:00`);
  await action(page, "Schedule").click();
  await scheduleAnyway(page);
  await expect(badge(page)).toHaveText(`Scheduled for 15 Jan ${year}, 09:00`);
  expect(await stored(api, post.id)).toMatchObject({ published: true });
  expect((await visitor.request.get("/blog/on-the-desk")).status()).toBe(404);
});

test("a failed publication changes nothing", async ({ page, site, faults }) => {
  faults.allow(/net::ERR_FAILED/);
  await edit(page, await AdminApi.signIn(site.url), false);
  await page.route("**/api/admin/posts/*", (route) => route.abort());
  await action(page, "Publish").click();
  await publishAnyway(page);
  await expect(page.getByRole("alert")).toContainText("Error updating post");
  await expect(badge(page)).toHaveText("Draft");
  await expect(page.getByRole("switch", { name: "Publish post" })).not.toBeChecked();
});

test("the slug follows the heading until somebody writes one", async ({ page }) => {
  await openNew(page);
  await heading(page).fill("What a sitemap is not");
  await text(page).click();
  await expect(slug(page)).toHaveValue("what-a-sitemap-is-not");
  await heading(page).fill("What a sitemap is");
  await heading(page).press("Tab");
  await expect(slug(page)).toHaveValue("what-a-sitemap-is");
  // Typing replaces it.
  await slug(page).focus();
  await page.keyboard.type("sitemaps");
  await expect(slug(page)).toHaveValue("sitemaps");
  await heading(page).fill("Sitemaps, again");
  await text(page).click();
  await expect(slug(page)).toHaveValue("sitemaps");
});

test("a slug is saved without surplus hyphens", async ({ page, site }) => {
  const api = await AdminApi.signIn(site.url);
  const post = await edit(page, api);
  await slug(page).fill("");
  await page.keyboard.type("-- What is left?");
  await expect(slug(page)).toHaveValue("---what-is-left-");
  await page.keyboard.press("Control+s");
  await expect(updated(page)).toBeVisible();
  await expect(slug(page)).toHaveValue("what-is-left");
  expect(await stored(api, post.id)).toMatchObject({ slug: "what-is-left" });
  await page.keyboard.type("!");
  await slug(page).press("Tab");
  await expect(slug(page)).toHaveValue("what-is-left");
});

test("a new slug says which address will redirect", async ({ page, site }) => {
  await edit(page, await AdminApi.signIn(site.url));
  await expect(page.getByText(/redirects there/)).toHaveCount(0);
  await slug(page).fill("another-desk");
  await expect(slug(page)).toHaveAccessibleDescription(/\/blog\/on-the-desk redirects there/);
});

test("unsaved changes are previewed as readers would see them, in a tab and as on a phone", async ({
  page,
  site,
}) => {
  await edit(page, await AdminApi.signIn(site.url));
  const press = async (name: string, words: string) => {
    await text(page).fill(words);
    const opened = page.waitForEvent("popup");
    await action(page, name).click();
    return opened;
  };
  const tab = await press("Preview (opens in a new tab)", "Words in a tab");
  await expect(tab.getByRole("article")).toContainText("Words in a tab");

  const phone = await press("Phone preview (opens in a new window)", "Words on a phone");
  await expect(phone.getByRole("article")).toContainText("Words on a phone");
  expect(await phone.evaluate(() => window.outerWidth)).toBeLessThan(600);
  // The preview window is still open, so it is used again.
  await text(page).fill("Other words");
  await action(page, "Phone preview (opens in a new window)").click();
  await expect(phone.getByRole("article")).toContainText("Other words");
  expect(page.context().pages()).toHaveLength(3);
  await expect(page.getByText("Unsaved changes")).toBeVisible();
});

test("an address that is redirected is taken after confirmation", async ({ page, site }) => {
  const api = await AdminApi.signIn(site.url);
  const other = await api.create({ title: "Other", slug: "other", content: "<p>Words</p>" });
  await api.update(other, { slug: "moved" });
  const post = await edit(page, api);
  await slug(page).fill("other");
  await action(page, "Save").click();
  const dialog = page.getByRole("dialog", { name: "This address leads elsewhere" });
  await expect(dialog).toContainText("/blog/other redirects to /blog/moved.");
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Go back" }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByText("Unsaved changes")).toBeVisible();
  expect(await stored(api, post.id)).toMatchObject({ slug: "on-the-desk" });

  await action(page, "Save").click();
  await dialog.getByRole("button", { name: "Use this address" }).click();
  await expect(page.getByText("Unsaved changes")).toHaveCount(0);
  expect(await stored(api, post.id)).toMatchObject({ slug: "other" });
  // Renaming it back ends no redirect but the post's own.
  await slug(page).fill("on-the-desk");
  await action(page, "Save").click();
  await expect(page.getByText("Unsaved changes")).toHaveCount(0);
});

test("a field that repeats the post is shown as empty and follows it", async ({ page, site }) => {
  const api = await AdminApi.signIn(site.url);
  const post = await edit(page, api);
  const title = page.getByRole("textbox", { name: "Page Title" });
  await expect(title).toHaveValue("");
  await expect(title).toHaveAttribute("placeholder", "On the desk");
  await heading(page).fill("Under the ==desk==");
  await expect(title).toHaveAttribute("placeholder", "Under the desk");
  for (const name of ["Heading", "Author"]) {
    await page.getByRole("textbox", { name, exact: true }).fill("Somebody");
    await action(page, "Save").click();
    await expect(page.getByText("Unsaved changes")).toHaveCount(0);
  }
  await expect(title).toHaveAttribute("placeholder", "Somebody");
  expect(await stored(api, post.id)).toMatchObject({ meta_title: "Somebody" });
  const canonical = page.getByRole("textbox", { name: "Canonical URL" });
  await expect(canonical).toHaveValue("");
  await canonical.fill("example.com/page");
  await canonical.blur();
  await expect(canonical).toHaveValue("https://example.com/page");
});

test("Ctrl+K asks for a link, and a bare host becomes an address", async ({ page }) => {
  await openNew(page);
  await text(page).click();
  await page.keyboard.type("Log files");
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.press("ControlOrMeta+k");
  const address = page.getByRole("combobox", { name: "Link address" });
  await expect(address).toBeFocused();
  await address.fill("example.com/page");
  await address.press("Enter");
  expect(await html(page)).toBe('<p><a href="https://example.com/page">Log files</a></p>');
});

test("a narrow toolbar has its headings in a select", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openNew(page);
  const menu = page.getByRole("combobox", { name: "Text style" });
  await expect(tool(page, "Header 2")).toBeHidden();
  await text(page).click();
  await page.keyboard.type("Part");
  await menu.selectOption("Header 2");
  await expect(text(page).getByRole("heading", { level: 2, name: "Part" })).toBeVisible();
  await menu.focus();
  await page.keyboard.press("ArrowRight");
  await expect(tool(page, "Bold")).toBeFocused();
  await page.keyboard.press("ArrowLeft");
  await expect(menu).toBeFocused();
  await menu.selectOption("Paragraph");
  expect(await html(page)).toBe("<p>Part</p>");
});

test("arrow keys change the style and stay in the select, Enter moves to the text", async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openNew(page);
  const menu = page.getByRole("combobox", { name: "Text style" });
  await text(page).click();
  await page.keyboard.type("Part");
  await menu.focus();
  for (const level of [1, 2, 3]) {
    await page.keyboard.press("ArrowDown");
    await expect(text(page).getByRole("heading", { level, name: "Part" })).toBeVisible();
    await expect(menu).toBeFocused();
  }
  await page.keyboard.press("Enter");
  await expect(text(page)).toBeFocused();
  await page.keyboard.type("s");
  expect(await html(page)).toBe("<h3>Parts</h3>");
});

test("words of the heading are marked by a button", async ({ page }) => {
  await openNew(page);
  await heading(page).fill("What log files know");
  await heading(page).evaluate((field: HTMLInputElement) => field.setSelectionRange(5, 14));
  const mark = page.getByRole("button", { name: "Mark words" });
  await mark.click();
  await expect(heading(page)).toHaveValue("What ==log files== know");
  await expect(heading(page)).toBeFocused();
  await mark.click();
  await expect(heading(page)).toHaveValue("What log files know");
});

test("focus mode shows only heading and text, until Escape", async ({ page }) => {
  await openNew(page);
  await page.getByRole("button", { name: "Focus mode" }).click();
  for (const hidden of [page.locator(".admin-bar"), slug(page), fold(page, "media")])
    await expect(hidden).toBeHidden();
  await expect(heading(page)).toBeVisible();
  await expect(action(page, "Save")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Add Media" }).click();
  await expect(page.getByRole("dialog")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(slug(page)).toBeHidden();
  await text(page).click();
  await page.keyboard.press("Escape");
  await expect(slug(page)).toBeVisible();
});
