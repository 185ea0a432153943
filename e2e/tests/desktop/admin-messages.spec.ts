import type { Locator, Page, Route } from "@playwright/test";
import { AdminApi, signInCookies } from "../../support/admin";
import { drawing, drop } from "../../support/editor";
import { expectPath, open } from "../../support/pages";
import { expect, test } from "../../support/test";

// Checks every message of a failed call, and that nothing is lost.
test.use({ data: "own" });
test.beforeEach(async ({ page, faults }) => {
  faults.allowStatus(401, 404, 500, 502, 503);
  faults.allow(/net::ERR_FAILED/);
  await signInCookies(page);
});

const alert = (page: Page) => page.getByRole("alert").filter({ hasText: /./ }).last();

async function expectAlert(page: Page, title: string, text?: string): Promise<void> {
  await expect(alert(page).locator(".toast-title")).toHaveText(title);
  if (text !== undefined) await expect(alert(page).locator(".toast-text")).toHaveText(text);
}

const refuse = (status: number, code: string, message: string) => (route: Route) =>
  route.fulfill({ status, json: { error: { code, message } } });
const noJson = (status: number) => (route: Route) =>
  route.fulfill({ status, contentType: "text/html", body: "<h1>Bad gateway</h1>" });
const lost = (route: Route) => route.abort();

/** Makes calls to a path fail in each way in turn, and performs `action` each time. */
async function failEach(
  page: Page,
  path: string,
  action: () => Promise<unknown>,
  ways: [how: (route: Route) => Promise<void>, title: string, text: string][],
): Promise<void> {
  for (const [how, title, text] of ways) {
    await page.route(path, how);
    await action();
    await expectAlert(page, title, text);
    await page.getByRole("button", { name: "Dismiss" }).click();
  }
  // Not between failures: a page prefetched under the pointer would succeed during the next one.
  await page.unroute(path);
}

test.describe("the list", () => {
  test.beforeEach(async ({ page }) => open(page, "/admin/blog"));
  const sort = (page: Page) => page.getByRole("button", { name: "Author" }).click();
  const remove = async (page: Page) => {
    page.once("dialog", (dialog) => void dialog.accept());
    await page.getByRole("button", { name: "Delete Topic maps that editors" }).click();
  };

  test("shows the server's message if posts cannot be loaded, and keeps the current ones", async ({
    page,
  }) => {
    const path = "**/_data/admin/blog?**";
    await failEach(page, path, () => sort(page), [
      [refuse(500, "internal", "The disk is full."), "Error fetching posts", "The disk is full."],
      [noJson(502), "Error fetching posts", "The server answered with 502."],
      [lost, "Error loading posts", "Please refresh the page or try again later"],
      [
        async (route) => {
          const answer = await route.fetch();
          const made = (await answer.json()) as object;
          const props = { status: 503, message: "Back in a minute." };
          await route.fulfill({ status: 503, json: { ...made, component: "error", props } });
        },
        "Error fetching posts",
        "Back in a minute.",
      ],
    ]);
    await expectPath(page, "/admin/blog");
    await expect(page.getByRole("row")).toHaveCount(11);
    await sort(page);
    await expectPath(page, "/admin/blog?sort=author&dir=asc");
  });

  test("says why a post was not deleted", async ({ page }) => {
    await failEach(page, "**/api/admin/posts/*", () => remove(page), [
      [lost, "Error deleting post", "Check the connection and try again."],
      [refuse(500, "internal", "The disk is full."), "Error deleting post", "The disk is full."],
      [noJson(502), "Error deleting post", "Unexpected error occurred"],
      [
        refuse(401, "authentication_required", "Authentication required"),
        "Authentication error",
        "Please try logging in again",
      ],
    ]);
    await remove(page);
    await expect(page.getByRole("status").filter({ hasText: "Post deleted." })).toBeVisible();
  });

  test("reports a post that cannot be loaded for editing, and shows the list", async ({
    page,
    site,
  }) => {
    const path = "**/_data/admin/blog/edit/**";
    const edit = (title: RegExp) => page.getByRole("link", { name: title }).first().click();
    await failEach(page, path, () => edit(/^Edit Topic maps/), [
      [lost, "Error", "Failed to load the post"],
      [refuse(500, "internal", "The disk is full."), "Error", "Failed to load the post"],
      [noJson(502), "Error", "Failed to load the post"],
    ]);
    await expectPath(page, "/admin/blog");

    const api = await AdminApi.signIn(site.url);
    const post = await api.create({ title: "Gone tomorrow", slug: "gone-tomorrow" });
    await open(page, "/admin/blog");
    await api.delete(post);
    await edit(/^Edit Gone tomorrow/);
    await expectAlert(page, "Error", "Could not find the requested post");
    await expectPath(page, "/admin/blog");
    await expect(page.getByRole("link", { name: "Edit Gone tomorrow" })).toHaveCount(0);
  });
});

test.describe("the form", () => {
  const field = (page: Page, name: string) => page.getByRole("textbox", { name });
  const save = (page: Page) => page.getByRole("button", { name: /^(Create Post|Save Changes)/ });

  test("says why a new post was not created", async ({ page }) => {
    await open(page, "/admin/blog/new");
    await save(page).click();
    await expectAlert(page, "Missing required fields", "Title and slug are required");
    await field(page, "Heading").fill("Kept through it all");
    await field(page, "URL Slug").fill("kept-through-it-all");
    const refused = (code: string, message: string) => refuse(500, code, message);
    await failEach(page, "**/api/admin/posts", () => save(page).click(), [
      [
        lost,
        "Error creating post",
        "Check the connection and try again. Nothing you typed is lost.",
      ],
      [refused("internal", "The disk is full."), "Error creating post", "The disk is full."],
      [refused("internal", ""), "Error creating post", "Unexpected error occurred"],
      [noJson(502), "Error creating post", "Unexpected error occurred"],
      [noJson(200), "Error", "Failed to save post"],
    ]);
    await expect(field(page, "Heading")).toHaveValue("Kept through it all");
    await save(page).click();
    const done = page.getByRole("status").filter({ hasText: "Post created successfully!" });
    await expect(done.locator(".toast-title")).toBeVisible();
  });

  test("says why a post was not changed", async ({ page, site }) => {
    const api = await AdminApi.signIn(site.url);
    const post = await api.create({ title: "Changed", slug: "changed" });
    await open(page, `/admin/blog/edit/${post.id}`);
    await field(page, "Heading").fill("Changed again");
    await failEach(page, `**/api/admin/posts/${post.id}`, () => save(page).click(), [
      [
        lost,
        "Error updating post",
        "Check the connection and try again. Nothing you typed is lost.",
      ],
      [refuse(500, "internal", ""), "Error updating post", "Unexpected error occurred"],
      [
        refuse(401, "authentication_required", "Authentication required"),
        "Authentication error",
        "Please try logging in again",
      ],
    ]);
    await save(page).click();
    const done = page.getByRole("status").filter({ hasText: "Post updated!" });
    await expect(done.locator(".toast-title")).toBeVisible();
  });

  test("says if its content cannot be shown, and shows it as HTML", async ({ page }) => {
    await page.route("**/admin-create-editor-*.js*", lost);
    await open(page, "/admin/blog/new");
    await expectAlert(page, "Failed to load post content");
    await expect(page.getByRole("button", { name: "HTML mode" })).toHaveAttribute(
      "aria-pressed",
      "true",
    );
    await expect(field(page, "Main Content")).toBeVisible();
  });
});

test.describe("media", () => {
  const CALL = "**/api/admin/media";
  const upload = async (page: Page, button: Locator) => {
    const chooser = page.waitForEvent("filechooser");
    await button.click();
    const { name, mimeType, text } = drawing("chart.svg");
    await (await chooser).setFiles([{ name, mimeType, buffer: Buffer.from(text) }]);
  };
  const nowhere = (route: Route) => route.fulfill({ status: 201, json: { id: "1" } });
  const signedOut = refuse(401, "authentication_required", "Authentication required");

  test("the gallery reports that it cannot be loaded, and can be retried", async ({ page }) => {
    await open(page, "/admin/blog/new");
    await page.route("**/api/admin/media?**", refuse(500, "internal", "The disk is full."));
    await page.getByRole("button", { name: "Media Gallery" }).click();
    const gallery = page.getByRole("dialog", { name: "Media Gallery" });
    await expect(gallery.locator(".toast-title")).toHaveText("Failed to fetch media");
    await expect(gallery.locator(".toast-text")).toHaveText("The disk is full.");
    await expect(gallery.getByText("Failed to load media gallery")).toBeVisible();
    await page.unroute("**/api/admin/media?**");
    await gallery.getByRole("button", { name: "Try again" }).click();
    await expect(gallery).toContainText("No images found.");
  });

  test("the library's page reports a search that fails", async ({ page }) => {
    await open(page, "/admin/media");
    await page.route("**/_data/admin/media?**", lost);
    await page.getByRole("searchbox", { name: "Search media" }).fill("chart");
    await page.keyboard.press("Enter");
    await expectAlert(page, "Failed to fetch media", "Check the connection.");
    await expectPath(page, "/admin/media");
  });

  test("the library says why an upload failed", async ({ page }) => {
    await open(page, "/admin/media");
    const button = page.getByRole("button", { name: "Upload images" });
    await failEach(page, CALL, () => upload(page, button), [
      [lost, "Upload Failed", "Failed to upload file"],
      [nowhere, "Upload Failed", "Failed to generate public URL"],
      [noJson(502), "Upload Failed", "Unknown error occurred"],
      [refuse(500, "internal", "The disk is full."), "Upload Failed", "The disk is full."],
      [signedOut, "Authentication Required", "You must be logged in to upload media"],
    ]);
    await drop(page.getByRole("region", { name: "Upload images" }));
    await expectAlert(page, "Upload Failed", "No file selected");
    await upload(page, button);
    const done = page.getByRole("status").filter({ hasText: "Upload Successful" });
    await expect(done).toContainText("Image has been uploaded and added to the media gallery");
  });

  test("the form says why an upload failed", async ({ page }) => {
    await open(page, "/admin/blog/new");
    const button = page.getByRole("button", { name: "Upload the hero" });
    await failEach(page, CALL, () => upload(page, button), [
      [lost, "Upload failed", "Failed to upload image. Please try again."],
      [nowhere, "Upload failed", "Failed to get image URL. Please try again."],
      [noJson(502), "Upload failed", "Failed to upload image. Please try again."],
      [signedOut, "Authentication Required", "Authentication required. Please log in again."],
    ]);
    await upload(page, button);
    const done = page.getByRole("status").filter({ hasText: "Upload successful" });
    await expect(done).toContainText("Image was uploaded and added to the form");
  });
});
