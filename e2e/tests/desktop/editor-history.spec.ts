import { AdminApi, signInCookies } from "../../support/admin";
import { expectAccessible } from "../../support/axe";
import { field, offer } from "../../support/drafts";
import { expectNothingMore, open } from "../../support/pages";
import { expect, test } from "../../support/test";

test.use({ data: "own" });
test.beforeEach(async ({ page }) => {
  await signInCookies(page);
  page.on("dialog", (dialog) => void dialog.accept());
});

test("earlier versions are listed, compared and loaded into the form again", async ({
  page,
  site,
}) => {
  const api = await AdminApi.signIn(site.url);
  let post = await api.create({ title: "One", slug: "one", content: "<p>First words</p>" });
  post = await api.update(post, { title: "One and two", content: "<p>First words, longer</p>" });
  post = await api.update(post, { summary: "Short" });
  await open(page, `/admin/blog/edit/${post.id}`);
  await expect(page.getByRole("button", { name: "Bold" })).toBeEnabled();

  await page.getByRole("button", { name: "Show history" }).click();
  const saves = page.getByRole("region", { name: "History" }).getByRole("listitem");
  await expect(saves).toHaveCount(2);
  await expect(saves.nth(0)).toContainText(/Version 2, until \d+ \w+ \d{4}, \d\d:\d\d/);
  await expect(saves.nth(0)).toContainText("changed Sidebar Summary (0 to 1 word)");
  await expect(saves.nth(1)).toContainText(
    "changed Heading (1 to 3 words), Main Content (2 to 3 words)",
  );
  await expect(saves.nth(1)).toContainText("@");

  await field(page, "Heading").fill("Not saved yet");
  await saves.nth(1).getByRole("button", { name: "View version 1" }).click();
  const version = page.getByRole("region", { name: "Version 1", exact: true });
  await expect(version.getByRole("region", { name: "Heading, in the editor" })).toHaveText(
    "Not saved yet",
  );
  await expect(version.getByRole("region", { name: "Heading, version 1" })).toHaveText("One");
  await expectAccessible(page);
  await version.getByRole("button", { name: "Load into editor" }).click();
  await expect(field(page, "Heading")).toHaveValue("One");
  await expect(field(page, "Heading")).toBeFocused();
  await expect(field(page, "Main Content")).toHaveText("First words");
  await expect(page.getByText("It is not saved yet.")).toBeVisible();

  // The form's former content is not lost, and the stored post is unchanged.
  const stored = await api.send("GET", `/api/admin/posts/${post.id}`);
  expect(await stored.json()).toMatchObject({ title: "One and two", version: 3 });
  await offer(page).getByRole("button", { name: "Restore" }).click();
  await expect(field(page, "Heading")).toHaveValue("Not saved yet");
});

test("loading a former draft of a live post leaves it live, at its address", async ({
  page,
  site,
}) => {
  const api = await AdminApi.signIn(site.url);
  const draft = await api.create({ title: "Draft", slug: "draft", published: false });
  const post = await api.update(draft, { title: "Live", slug: "live", published: true });
  await open(page, `/admin/blog/edit/${post.id}`);
  await expect(page.getByRole("button", { name: "Bold" })).toBeEnabled();
  await page.getByRole("button", { name: "Show history" }).click();
  await page.getByRole("button", { name: "View version 1" }).click();
  await page.getByRole("button", { name: "Load into editor" }).click();
  await expect(field(page, "Heading")).toHaveValue("Draft");
  await page.keyboard.press("Control+s");
  await expect(page.getByText("Post updated successfully!")).toBeVisible();
  const stored = await api.send("GET", `/api/admin/posts/${post.id}`);
  expect(await stored.json()).toMatchObject({ title: "Draft", slug: "live", published: true });
});

test("a post that was saved once has an empty history, and a new post has none", async ({
  page,
  site,
}) => {
  const api = await AdminApi.signIn(site.url);
  const post = await api.create({ title: "Fresh", slug: "fresh" });
  await open(page, `/admin/blog/edit/${post.id}`);
  await page.getByRole("button", { name: "Show history" }).click();
  await expect(page.getByText("No earlier versions yet")).toBeVisible();
  await open(page, "/admin/blog/new");
  await expect(page.getByRole("heading", { name: "History" })).toHaveCount(0);
});

test("the history keeps its entries if older versions cannot be loaded", async ({
  page,
  site,
  faults,
}) => {
  faults.allow(/net::ERR_FAILED/);
  const api = await AdminApi.signIn(site.url);
  let post = await api.create({ title: "0", slug: "many" });
  for (let count = 1; count <= 21; count += 1)
    post = await api.update(post, { title: String(count) });
  await open(page, `/admin/blog/edit/${post.id}`);
  await page.getByRole("button", { name: "Show history" }).click();
  const saves = page.getByRole("region", { name: "History" }).locator(".history > li");
  const older = page.getByRole("button", { name: "Show older versions" });
  await expect(older).toBeVisible();
  const shown = await saves.count();
  await saves.nth(0).getByRole("button", { name: "View version 21" }).click();
  await page.route("**/revisions?page=2", (route) => route.abort());
  await older.click();
  await expect(page.getByRole("alert")).toContainText("Older versions could not be loaded");
  await expect(saves).toHaveCount(shown);
  await expect(page.getByRole("region", { name: "Version 21", exact: true })).toBeVisible();
  await page.unrouteAll();
  await older.click();
  await expect.poll(() => saves.count()).toBeGreaterThan(shown);
  await expect(saves.nth(shown).getByRole("button")).toBeFocused();
});

test("a version that loads late does not replace the one requested since", async ({
  page,
  site,
}) => {
  const api = await AdminApi.signIn(site.url);
  let post = await api.create({ title: "One", slug: "one" });
  post = await api.update(post, { title: "Two" });
  post = await api.update(post, { title: "Three" });
  await open(page, `/admin/blog/edit/${post.id}`);
  await page.getByRole("button", { name: "Show history" }).click();
  let letIn = () => {};
  const held = new Promise<void>((resolve) => {
    letIn = resolve;
  });
  await page.route(
    /\/revisions\/[^?]+$/,
    async (route) => {
      await held;
      await route.continue();
    },
    { times: 1 },
  );
  await page.getByRole("button", { name: "View version 1" }).click();
  await page.getByRole("button", { name: "View version 2" }).click();
  const version = page.getByRole("region", { name: "Version 2", exact: true });
  await expect(version).toBeVisible();
  const late = page.waitForResponse(/\/revisions\/[^?]+$/);
  letIn();
  await late;
  await expectNothingMore(page);
  await expect(version).toBeVisible();
});
