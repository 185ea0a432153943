import type { Page } from "@playwright/test";
import { AdminApi, signInCookies } from "../../support/admin";
import { expectAccessible } from "../../support/axe";
import {
  draftStatus,
  field,
  localDrafts,
  offer,
  openPost,
  saveButton as save,
  TITLE,
} from "../../support/drafts";
import { expectNothingMore, open } from "../../support/pages";
import { expect, test } from "../../support/test";

test.use({ data: "own" });
test.beforeEach(async ({ page }) => {
  await signInCookies(page);
  page.on("dialog", (dialog) => void dialog.accept());
});

/** Changes and saves the post in another tab. */
async function saveElsewhere(other: Page, texts: Record<string, string>): Promise<void> {
  await openPost(other);
  for (const [name, text] of Object.entries(texts)) await field(other, name).fill(text);
  await save(other).click();
  await expect(other.getByText("Post updated successfully!")).toBeVisible();
}

test("unsaved changes are offered after a crash, and restored completely", async ({
  page,
  context,
}) => {
  await open(page, "/admin/blog/new");
  await expect(page.getByRole("button", { name: "Bold" })).toBeEnabled();
  await field(page, "Heading").fill("Half a thought");
  await field(page, "Main Content").click();
  await page.keyboard.type("Written before the crash.");
  await expect
    .poll(async () => (await localDrafts(page)).join())
    .toContain("Written before the crash.");
  await page.close({ runBeforeUnload: false });

  const again = await context.newPage();
  await open(again, "/admin/blog/new");
  await expect(offer(again)).toContainText("Unsaved draft of “");
  await expectAccessible(again);
  await expect(field(again, "Heading")).toHaveValue("");
  await offer(again).getByRole("button", { name: "Restore" }).click();
  await expect(offer(again)).toBeHidden();
  await expect(field(again, "Heading")).toHaveValue("Half a thought");
  await expect(field(again, "Main Content")).toContainText("Written before the crash.");
});

test("changes that were discarded are not offered again, and neither are saved ones", async ({
  page,
}) => {
  await openPost(page);
  await field(page, "Heading").fill("Not this");
  await page.reload();
  await offer(page).getByRole("button", { name: "Discard" }).click();
  await page.reload();
  await expect(page.getByRole("button", { name: "Bold" })).toBeEnabled();
  await expect(offer(page)).toHaveCount(0);
  await expect(field(page, "Heading")).toHaveValue(TITLE);

  await field(page, "Sidebar Summary").fill("Saved");
  await save(page).click();
  await expect(page.getByText("Post updated successfully!")).toBeVisible();
  await page.reload();
  await expect(page.getByRole("button", { name: "Bold" })).toBeEnabled();
  await expect(offer(page)).toHaveCount(0);
});

test("discarded changes are not offered again, even before the server has deleted them", async ({
  page,
  faults,
}) => {
  faults.allow(/net::ERR_FAILED/);
  await openPost(page);
  await field(page, "Heading").fill("Not this");
  await expect(draftStatus(page)).toContainText("Draft saved");
  await page.reload();
  const drafts = "**/api/admin/posts/*/drafts/*";
  await page.route(drafts, (route) => route.abort());
  const lost = page.waitForEvent("requestfailed");
  await offer(page).getByRole("button", { name: "Discard" }).click();
  await lost;
  const told = page.waitForRequest((request) => request.method() === "DELETE");
  await page.reload();
  await told;
  await expect(page.getByRole("button", { name: "Bold" })).toBeEnabled();
  await expectNothingMore(page);
  await expect(offer(page)).toHaveCount(0);
});

test("an offer survives a second crash, and newer changes do not overwrite it", async ({
  page,
}) => {
  await openPost(page);
  await field(page, "Heading").fill("First work");
  await page.reload();
  await expect(offer(page)).toBeVisible();
  await page.reload();
  await offer(page).getByRole("button", { name: "Restore" }).click();
  await expect(field(page, "Heading")).toHaveValue("First work");
  await expect(field(page, "Heading")).toBeFocused();
});

test("both versions of a conflict are shown side by side, and either can be kept", async ({
  page,
  context,
  faults,
}) => {
  faults.allowStatus(409);
  await openPost(page);
  const other = await context.newPage();
  await saveElsewhere(other, { Heading: "The first to save", "Sidebar Summary": "Their summary" });
  await other.close();

  await field(page, "Heading").fill("The second to save");
  await save(page).click();
  const versions = page.getByRole("region", { name: "Two versions" });
  await expect(versions).toContainText("The first to save");
  await expect(versions).toContainText("The second to save");
  // Reported once: by the notice, not also by a toast.
  await expect(page.getByRole("alert").filter({ hasText: /\S/ })).toHaveCount(1);
  await expectAccessible(page);
  await versions.getByRole("button", { name: "Use saved Sidebar Summary" }).click();
  await expect(field(page, "Sidebar Summary")).toHaveValue("Their summary");
  await expect(versions.getByRole("heading", { name: "Merge both" })).toBeFocused();
  await versions.getByRole("button", { name: "Keep mine" }).click();
  await expect(page.getByText("Post updated successfully!")).toBeVisible();
  await page.getByRole("link", { name: "Go now" }).click();
  await expect(page.getByRole("link", { name: "The second to save", exact: true })).toBeVisible();
});

test("a conflict is merged: what only one side changed is taken, the rest is chosen", async ({
  page,
  context,
  faults,
}) => {
  faults.allowStatus(409);
  await openPost(page);
  const other = await context.newPage();
  await saveElsewhere(other, { Heading: "The first to save", "Sidebar Summary": "Their summary" });
  await other.close();

  await field(page, "Heading").fill("The second to save");
  await save(page).click();
  const versions = page.getByRole("region", { name: "Two versions" });
  const merge = versions.getByRole("button", { name: "Merge and save" });
  await expect(versions).toContainText("Taken from the saved version: Sidebar Summary. ");
  await expect(merge).toBeDisabled();
  await versions.getByRole("group", { name: "Heading" }).getByLabel("Yours").check();
  await expectAccessible(page);
  await merge.click();
  await expect(page.getByText("Post updated successfully!")).toBeVisible();
  await page.getByRole("link", { name: "Go now" }).click();
  await page.getByRole("link", { name: "Edit The second to save" }).click();
  await expect(field(page, "Sidebar Summary")).toHaveValue("Their summary");
});

test("changes restored to a post saved since are compared before they overwrite it", async ({
  page,
  newVisitor,
  faults,
}) => {
  faults.allowStatus(409);
  await openPost(page);
  await field(page, "Heading").fill("Older work");
  const other = await newVisitor();
  await signInCookies(other);
  await saveElsewhere(other, { Heading: "Saved since" });

  await page.reload();
  await expect(offer(page)).toContainText("The post has been saved since");
  await offer(page).getByRole("button", { name: "Restore" }).click();
  await save(page).click();
  const versions = page.getByRole("region", { name: "Two versions" });
  await expect(versions).toContainText("Saved since");
  await versions.getByRole("button", { name: "Use the saved version" }).click();
  await expect(field(page, "Heading")).toHaveValue("Saved since");
  await expect(versions).toHaveCount(0);
  await expect(field(page, "Heading")).toBeFocused();
  await expect(page.getByText("Unsaved changes")).toHaveCount(0);
});

test("the form's former content is offered after the stored version was loaded", async ({
  page,
  newVisitor,
  faults,
}) => {
  faults.allowStatus(409);
  await openPost(page);
  const other = await newVisitor();
  await signInCookies(other);
  await saveElsewhere(other, { Heading: "Saved first", "Main Content": "Their text." });

  await field(page, "Heading").fill("My heading");
  await save(page).click();
  const versions = page.getByRole("region", { name: "Two versions" });
  await field(page, "Main Content").fill("My text.");
  await versions.getByRole("button", { name: "Use the saved version" }).click();
  await expect(field(page, "Heading")).toHaveValue("Saved first");
  await expect(field(page, "Main Content")).toHaveText("Their text.");
  // Stored on the device and on the server, so it survives a reload.
  await page.reload();
  await offer(page).getByRole("button", { name: "Restore" }).click();
  await expect(field(page, "Heading")).toHaveValue("My heading");
  await expect(field(page, "Main Content")).toHaveText("My text.");

  await save(page).click();
  await versions.getByRole("button", { name: "Use saved Main Content" }).click();
  await expect(field(page, "Main Content")).toHaveText("Their text.");
  await offer(page).getByRole("button", { name: "Restore" }).click();
  await expect(field(page, "Main Content")).toHaveText("My text.");
});

for (const choice of ["Discard", "Restore"])
  test(`an offer does not come back with the server's late answer after "${choice}"`, async ({
    page,
  }) => {
    await openPost(page);
    await field(page, "Heading").fill("Not this");
    await expect(draftStatus(page)).toHaveText("Unsaved changes. Draft saved");
    let letIn = () => {};
    const held = new Promise<void>((resolve) => {
      letIn = resolve;
    });
    // A delayed response with the drafts that the server had when it was asked.
    await page.route("**/api/admin/posts/*/drafts", async (route) => {
      const response = await route.fetch();
      await held;
      await route.fulfill({ response });
    });
    await page.reload();
    await offer(page).getByRole("button", { name: choice }).click();
    await expect(offer(page)).toHaveCount(0);
    await expect(field(page, "Heading")).toBeFocused();
    const told = page.waitForResponse("**/api/admin/posts/*/drafts");
    letIn();
    await told;
    await expectNothingMore(page);
    await expect(offer(page)).toHaveCount(0);
  });

test("a conflict whose other version is unavailable does not offer it", async ({
  page,
  newVisitor,
  faults,
}) => {
  faults.allowStatus(409);
  faults.allow(/net::ERR_FAILED/);
  await openPost(page);
  const other = await newVisitor();
  await signInCookies(other);
  await saveElsewhere(other, { Heading: "Saved first" });

  await field(page, "Heading").fill("Saved second");
  await page.route(/\/api\/admin\/posts\/[^/]+$/, (route) =>
    route.request().method() === "GET" ? route.abort() : route.continue(),
  );
  await save(page).click();
  const notice = page
    .getByRole("alert")
    .filter({ hasText: "changed this post since you opened it" });
  await expect(notice).toContainText("Save again to see both versions.");
  await expect(notice).not.toContainText("Both versions are shown below");
  await page.unrouteAll();
  await save(page).click();
  await expect(notice).toContainText("Both versions are shown below");
  await expect(page.getByRole("region", { name: "Two versions" })).toContainText("Saved first");
});

test("a post deleted elsewhere is restored and saved, or saved as a new one", async ({
  page,
  site,
  faults,
}) => {
  faults.allowStatus(404);
  const api = await AdminApi.signIn(site.url);
  const post = await api.create({ title: "Deleted", slug: "deleted", content: "<p>Words.</p>" });
  await open(page, `/admin/blog/edit/${post.id}`);
  const saveHere = page.locator(".save-bar").getByRole("button", { name: "Save", exact: true });
  const notice = page.getByRole("alert").filter({ hasText: "This post was deleted" });
  await field(page, "Heading").fill("Typed meanwhile");
  await api.delete(post);
  await saveHere.click();
  await expect(notice).toContainText("The post is in the trash.");
  await expectAccessible(page);
  await notice.getByRole("button", { name: "Restore and save" }).click();
  await expect(page.getByText("Post updated successfully!", { exact: true })).toBeVisible();
  await expect(notice).toHaveCount(0);
  await expect(field(page, "Heading")).toBeFocused();

  await field(page, "Heading").fill("Typed after that");
  await api.send("DELETE", `/api/admin/posts/${post.id}?permanent=true`);
  await saveHere.click();
  await expect(notice.getByRole("button", { name: "Restore and save" })).toHaveCount(0);
  await notice.getByRole("button", { name: "Save as new post" }).click();
  await expect(
    page.getByRole("heading", { level: 1, name: "Edit: Typed after that" }),
  ).toBeVisible();
  await expect(field(page, "URL Slug")).toHaveValue("deleted");
});
