import type { Page } from "@playwright/test";
import { AdminApi, signInCookies } from "../../support/admin";
import { expectAccessible } from "../../support/axe";
import { expectPath, hold, open } from "../../support/pages";
import { expect, test } from "../../support/test";

test.use({ data: "own" });
test.beforeEach(async ({ page }) => signInCookies(page));

const field = (page: Page, name: string) => page.getByRole("textbox", { name });
const create = (page: Page) => page.getByRole("button", { name: /^(Create Post|Creating\.\.\.)/ });
const save = (page: Page) => page.getByRole("button", { name: /^(Save Changes|Saving\.\.\.)/ });
const alert = (page: Page) => page.getByRole("alert");

/** Fills in the fields that every new post needs. */
async function fillPost(page: Page, title: string, slug: string): Promise<void> {
  await field(page, "Heading").fill(title);
  await field(page, "URL Slug").fill(slug);
  await page.getByRole("button", { name: "HTML mode" }).click();
  await field(page, "Main Content").fill(`<h2>Part</h2><p>Words of ${title}.</p>`);
}

async function openPost(page: Page, title: string): Promise<void> {
  await open(page, "/admin/blog");
  await page.getByRole("link", { name: `Edit ${title}` }).click();
  await expect(page.getByRole("heading", { level: 1, name: `Edit: ${title}` })).toBeVisible();
}

test("the empty form and a filled one are accessible", async ({ page }) => {
  await open(page, "/admin/blog/new");
  await expectAccessible(page);
  await openPost(page, "Local packs after the overview");
  await expectAccessible(page);
});

test("a new post whose response was lost is saved by the next attempt", async ({
  page,
  faults,
}) => {
  faults.allow(/net::ERR_FAILED/);
  faults.allowStatus(409);
  await open(page, "/admin/blog/new");
  await fillPost(page, "Made once", "made-once");
  await page.route("**/api/admin/posts", async (route) => {
    await route.fetch();
    await route.abort();
  });
  await create(page).click();
  await expect(alert(page).filter({ hasText: "Check the connection" })).toBeVisible();
  await page.unroute("**/api/admin/posts");
  await field(page, "Sidebar Summary").fill("Typed since.");
  await create(page).click();
  await expectPath(page, "/admin/blog");
  await page.getByRole("link", { name: "Edit Made once" }).click();
  await expect(field(page, "Sidebar Summary")).toHaveValue("Typed since.");
});

test("a post created in the form is in the next visitor's response", async ({
  page,
  newVisitor,
}) => {
  const visitor = await newVisitor();
  await open(visitor, "/blog");
  await open(page, "/admin/blog");
  await page.getByRole("link", { name: "New Post" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Create New Post" })).toBeVisible();
  await fillPost(page, "What a sitemap is not", "what-a-sitemap-is-not");
  await field(page, "Sidebar Summary").fill("A list of hopes.");
  const categories = page.getByRole("combobox", { name: "Categories" });
  await categories.fill("Technical SEO");
  await categories.press("Enter");
  await page.getByRole("checkbox", { name: "Case Studies" }).check();
  await page.getByRole("switch", { name: "Publish post" }).check();
  await create(page).click();

  const banner = page.getByText("Post created successfully! Redirecting to blog admin...");
  await expect(banner).toBeVisible();
  await open(visitor, "/blog?tag=Technical%20SEO");
  await expect(visitor.getByRole("link", { name: "What a sitemap is not" })).toBeVisible();
  await expectPath(page, "/admin/blog");
  await expect(
    page.getByRole("link", { name: "What a sitemap is not", exact: true }),
  ).toBeVisible();

  await open(visitor, "/blog/what-a-sitemap-is-not");
  await expect(visitor.getByRole("heading", { level: 1 })).toHaveText("What a sitemap is not");
  await expect(visitor.locator(".prose")).toContainText("Words of What a sitemap is not.");
});

test("the success of a save is shown for two seconds", async ({ page }) => {
  await page.clock.install();
  await open(page, "/admin/blog/new");
  await fillPost(page, "Two seconds", "two-seconds");
  await page.clock.pauseAt(Date.now() + 60_000);
  await create(page).click();
  await expect(page.getByText("Redirecting to blog admin...")).toBeVisible();
  await page.clock.runFor(1_900);
  await expectPath(page, "/admin/blog/new");
  await page.clock.runFor(100);
  await page.clock.resume();
  await expectPath(page, "/admin/blog");
});

test("the banner's link leads on at once", async ({ page }) => {
  await open(page, "/admin/blog/new");
  await fillPost(page, "No waiting", "no-waiting");
  await create(page).click();
  await page.getByRole("link", { name: "Go now" }).click();
  await expectPath(page, "/admin/blog", 1_500);
});

test("a new title is in the next visitor's response", async ({ page, newVisitor }) => {
  const visitor = await newVisitor();
  await open(visitor, "/blog/local-packs");
  await openPost(page, "Local packs after the overview");
  await expect(field(page, "URL Slug")).toHaveValue("local-packs");
  await field(page, "Heading").fill("Local packs, one year on");
  await save(page).click();
  await expect(
    page.getByText("Post updated successfully! Redirecting to blog admin..."),
  ).toBeVisible();
  await visitor.reload();
  await expect(visitor.getByRole("heading", { level: 1 })).toHaveText("Local packs, one year on");
  await expectPath(page, "/admin/blog");
  await expect(
    page.getByRole("link", { name: "Local packs, one year on", exact: true }),
  ).toBeVisible();
});

test("an outdated save is refused without overwriting or losing anything", async ({
  page,
  context,
  faults,
}) => {
  faults.allowStatus(409);
  faults.allow(/net::ERR_FAILED/);
  await openPost(page, "Local packs after the overview");
  const other = await context.newPage();
  await openPost(other, "Local packs after the overview");
  await field(other, "Heading").fill("The first to save");
  await save(other).click();
  await expect(other.getByText("Post updated successfully!")).toBeVisible();

  await field(page, "Heading").fill("The second to save");
  await page.route("**/api/admin/posts/*", (route) => route.abort());
  await save(page).click();
  await expect(page.getByText("Error updating post")).toBeVisible();
  await page.unroute("**/api/admin/posts/*");
  await save(page).click();
  const notice = alert(page).filter({ has: page.getByRole("link", { name: /saved version/ }) });
  await expect(notice).toContainText(
    "You have changed this post since you opened it. Saved by: You, in another tab, ",
  );
  await expect(notice).toBeFocused();
  await expect(alert(page).filter({ hasText: /changed this post/ }), "told once").toHaveCount(1);
  await expect(page.getByText("Error updating post"), "of the first attempt").toHaveCount(0);
  await expect(field(page, "Heading")).toHaveValue("The second to save");
  const opened = context.waitForEvent("page");
  await notice.getByRole("link", { name: /saved version/ }).click();
  await expect(field(await opened, "Heading")).toHaveValue("The first to save");
});

test("title and slug are required, and the first missing one gets focus", async ({ page }) => {
  await open(page, "/admin/blog/new");
  await create(page).click();
  await expect(alert(page)).toContainText("Missing required fields");
  await expect(alert(page)).toContainText("Title and slug are required");
  await expect(field(page, "Heading")).toBeFocused();
  for (const name of ["Heading", "URL Slug"]) {
    await expect(field(page, name)).toHaveAccessibleDescription(/Title and slug are required/);
  }
  await field(page, "Heading").fill("A title");
  await create(page).click();
  await expect(field(page, "URL Slug")).toBeFocused();
});

test("a slug in use is refused at its field", async ({ page, faults }) => {
  faults.allowStatus(409);
  await open(page, "/admin/blog/new");
  await fillPost(page, "The same address", "log-files");
  await create(page).click();
  await expect(field(page, "URL Slug")).toBeFocused();
  await expect(field(page, "URL Slug")).toHaveAccessibleDescription(
    /This URL slug is already in use/,
  );
  await expect(field(page, "Heading")).toHaveValue("The same address");
});

test("an image in place of its address is refused at its field", async ({ page, faults }) => {
  faults.allowStatus(422);
  await open(page, "/admin/blog/new");
  await fillPost(page, "With a picture", "with-a-picture");
  await field(page, "Hero Image").fill("data:image/png;base64,AAAA");
  await create(page).click();
  await expect(field(page, "Hero Image")).toBeFocused();
  await expect(field(page, "Hero Image")).toHaveAccessibleDescription(
    /Invalid image URL - Please use a proper URL instead of embedded image data/,
  );
});

test("typed text becomes a valid slug, and a slug is made from the title on request", async ({
  page,
}) => {
  await open(page, "/admin/blog/new");
  await field(page, "URL Slug").pressSequentially("My Post_1");
  await expect(field(page, "URL Slug")).toHaveValue("my-post-1");
  await expect(page.getByText("This will be the URL of your post: /blog/my-post-1")).toBeVisible();
  await field(page, "Heading").fill("  Café & Co: what's new? ");
  await page.getByRole("button", { name: "Generate from title" }).click();
  await expect(field(page, "URL Slug")).toHaveValue("cafe-co-whats-new");
});

test("categories are shown as chips without blanks or duplicates, and can be removed", async ({
  page,
}) => {
  await open(page, "/admin/blog/new");
  const input = page.getByRole("combobox", { name: "Categories" });
  const chips = page.getByRole("list", { name: /^Chosen/ }).getByRole("listitem");
  for (const typed of ["Logs", "  ", "logs", "Crawling"]) {
    await input.fill(typed);
    await input.press("Enter");
  }
  await expect(chips).toHaveText(["Logs", "Crawling"]);
  await page.getByRole("button", { name: "Remove Logs" }).click();
  await expect(chips).toHaveText(["Crawling"]);
  await input.fill("Added");
  await page.getByRole("button", { name: "Add", exact: true }).click();
  await expect(chips).toHaveText(["Crawling", "Added"]);
});

test("a category that is still in its field is saved, by the shortcut too", async ({
  page,
  site,
}) => {
  const api = await AdminApi.signIn(site.url);
  const post = await api.create({ title: "Half typed", slug: "half-typed", tags: ["Logs"] });
  await open(page, `/admin/blog/edit/${post.id}`);
  const input = page.getByRole("combobox", { name: "Categories" });
  await input.fill("Crawling");
  await input.press("Control+s");
  await expect(page.getByText("Post updated successfully!")).toBeVisible();
  await expect(input).toBeFocused();
  await expect(input).toHaveValue("");
  await input.fill("Topic maps");
  await save(page).click();
  await expect(page.getByText("Post updated!")).toBeVisible();
  const stored = await api.send("GET", `/api/admin/posts/${post.id}`);
  expect(await stored.json()).toMatchObject({ tags: ["Logs", "Crawling", "Topic maps"] });
});

test("leaving with unsaved changes asks first", async ({ page }) => {
  await open(page, "/admin/blog/new");
  const asked: string[] = [];
  let answer: "accept" | "dismiss" = "dismiss";
  page.on("dialog", (dialog) => {
    asked.push(dialog.type());
    void (answer === "accept" ? dialog.accept() : dialog.dismiss());
  });
  await field(page, "Heading").fill("Half a thought");
  await page.getByRole("link", { name: "Cancel" }).click();
  await expect.poll(() => asked).toEqual(["confirm"]);
  await expectPath(page, "/admin/blog/new");
  await expect(field(page, "Heading")).toHaveValue("Half a thought");

  answer = "accept";
  await page.getByRole("link", { name: "Back to Posts" }).click();
  await expectPath(page, "/admin/blog");
  expect(asked).toEqual(["confirm", "confirm"]);
});

test("a tab with unsaved changes asks before it closes", async ({ page }) => {
  await open(page, "/admin/blog/new");
  await field(page, "Heading").fill("Half a thought");
  const asked = page.waitForEvent("dialog");
  await page.close({ runBeforeUnload: true });
  const dialog = await asked;
  expect(dialog.type()).toBe("beforeunload");
  await dialog.accept();
});

test("an unchanged form is left without a question", async ({ page }) => {
  await open(page, "/admin/blog/new");
  page.on("dialog", (dialog) => {
    void dialog.dismiss();
    throw new Error(`asked: ${dialog.message()}`);
  });
  await page.getByRole("link", { name: "Cancel" }).click();
  await expectPath(page, "/admin/blog");
});

test("a session that has ended does not lose anything that was typed", async ({
  page,
  context,
  faults,
}) => {
  faults.allowStatus(401);
  await open(page, "/admin/blog/new");
  await fillPost(page, "Written for an hour", "written-for-an-hour");
  await context.clearCookies();
  await create(page).click();
  await expect(alert(page).first()).toContainText("Authentication required. Please log in again.");
  await expect(field(page, "Heading")).toHaveValue("Written for an hour");
  await signInCookies(page);
  await create(page).click();
  await expect(page.getByText("Post created successfully!").first()).toBeVisible();
});

test("a lost connection loses nothing that was typed", async ({ page, faults }) => {
  faults.allow(/net::ERR_FAILED/);
  await open(page, "/admin/blog/new");
  await fillPost(page, "On a train", "on-a-train");
  await page.route("**/api/admin/posts", (route) => route.abort());
  await create(page).click();
  await expect(alert(page)).toContainText("Error creating post");
  await expect(field(page, "Heading")).toHaveValue("On a train");
  await page.unroute("**/api/admin/posts");
  await create(page).click();
  await expect(page.getByText("Post created successfully!").first()).toBeVisible();
});

test("during a save the fields cannot be changed, and the post is saved once", async ({
  page,
  site,
}) => {
  let calls = 0;
  page.on("request", (request) => {
    if (request.url().endsWith("/api/admin/posts")) calls += 1;
  });
  await open(page, "/admin/blog/new");
  const letIn = await hold(page, "**/api/admin/posts");
  await fillPost(page, "Only once", "only-once");
  await create(page).dblclick();
  await expect(create(page)).toHaveText(/Creating\.\.\./);
  await expect(field(page, "Heading")).toBeDisabled();
  letIn();
  await expect(page.getByText("Post created successfully!").first()).toBeVisible();
  expect(calls).toBe(1);
  const answer = await fetch(`${site.url}/blog/only-once`);
  expect(answer.status, "a draft is not shown").toBe(404);
});

test("a publish date is stored as the instant in the editor's time zone", async ({
  page,
  site,
}) => {
  await open(page, "/admin/blog/new");
  await fillPost(page, "In summer time", "in-summer-time");
  await page.getByLabel("Publish Date").fill("2026-07-01T09:30");
  await page.getByRole("switch", { name: "Publish post" }).check();
  await create(page).click();
  await expect(page.getByText("Post created successfully!").first()).toBeVisible();
  const answer = await fetch(`${site.url}/api/posts/in-summer-time`);
  const { published_date } = (await answer.json()) as { published_date: string };
  expect(new Date(published_date).toISOString()).toBe("2026-07-01T08:30:00.000Z");
  await openPost(page, "In summer time");
  await expect(page.getByLabel("Publish Date")).toHaveValue("2026-07-01T09:30");
});

test("Control+S saves", async ({ page }) => {
  await openPost(page, "Local packs after the overview");
  await field(page, "Heading").fill("Saved from the keyboard");
  await page.keyboard.press("ControlOrMeta+s");
  await expect(page.getByText("Post updated successfully!").first()).toBeVisible();
});

test("content that could run as a script reaches no reader", async ({ page, site, newVisitor }) => {
  const api = await AdminApi.signIn(site.url);
  await api.create({
    title: "<img src=x onerror=alert(1)>",
    slug: "attack",
    summary: "</script><script>alert(2)</script>",
    content:
      '<p style="color:red" onclick="alert(3)">Text</p><script>alert(4)</script>' +
      '<a href="javascript:alert(5)">link</a><iframe src="https://evil.example"></iframe>',
  });
  for (const reader of [page, await newVisitor()]) {
    reader.on("dialog", (dialog) => {
      void dialog.dismiss();
      throw new Error(`a script ran: ${dialog.message()}`);
    });
    await open(reader, "/blog/attack");
    await expect(reader.getByRole("heading", { level: 1 })).toHaveText(
      "<img src=x onerror=alert(1)>",
    );
    await expect(reader.locator(".prose p")).not.toHaveAttribute("onclick");
    expect(await reader.locator('.prose :is(script, iframe, [href^="javascript"])').count()).toBe(
      0,
    );
    await open(reader, "/blog");
  }
});
