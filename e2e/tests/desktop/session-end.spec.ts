import type { Page, Route } from "@playwright/test";
import { AdminApi, signInCookies } from "../../support/admin";
import { addAuthenticator } from "../../support/authenticator";
import { expectAccessible } from "../../support/axe";
import { draftStatus, draftsOf, field, localDrafts, offer } from "../../support/drafts";
import { openNew } from "../../support/editor";
import { expectPath, open } from "../../support/pages";
import { accounts } from "../../support/templates";
import { expect, test } from "../../support/test";
import { totp } from "../../support/totp";

// Sessions end and posts are created, so each test has its own server.
test.use({ data: "own" });

test.beforeEach(async ({ page }) => signInCookies(page));

const dialog = (page: Page, name: string) => page.getByRole("dialog", { name });
const { password, email } = accounts().administrator;

/** Makes a call require a recent sign-in, as the server does after ten minutes. */
async function needRecent(page: Page, url: string): Promise<void> {
  let isRecent = false;
  page.on("response", (response) => {
    if (
      response.url().endsWith("/api/auth/reauthenticate") &&
      response.request().method() === "POST"
    )
      isRecent ||= response.status() === 204;
  });
  await page.route(url, (route: Route) =>
    isRecent || route.request().method() === "POST"
      ? route.continue()
      : route.fulfill({
          status: 403,
          json: {
            error: { code: "reauthentication_required", message: "Please confirm it's you" },
          },
        }),
  );
}

test("a list whose session has ended leads to the sign-in page and back", async ({
  page,
  context,
}) => {
  await open(page, "/admin/enquiries?status=new");
  await context.clearCookies();
  await page.getByRole("link", { name: "Subscribers" }).click();
  await expectPath(page, "/auth?next=/admin/subscribers");
  await page.getByRole("textbox", { name: "Email" }).fill(email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Login" }).click();
  await expectPath(page, "/admin/subscribers");
});

test("so does a call that a list makes", async ({ page, context, faults }) => {
  faults.allowStatus(401);
  await open(page, "/admin/enquiries?status=new");
  await context.clearCookies();
  await page.getByRole("link", { name: "Download CSV" }).click();
  await expect(page).toHaveURL(/\/auth\?next=/);
  await page.getByRole("textbox", { name: "Email" }).fill(email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Login" }).click();
  await expectPath(page, "/admin/enquiries?status=new");
});

test("in the editor a dialog over the text signs in again, and the save is repeated", async ({
  page,
  context,
  faults,
}) => {
  faults.allowStatus(401);
  await openNew(page);
  await field(page, "Heading").fill("Written for an hour");
  await field(page, "Slug").fill("written-for-an-hour");
  await context.clearCookies();
  await page.getByRole("button", { name: "Create Post" }).click();
  await page.getByRole("button", { name: "Sign in here" }).click();
  const again = dialog(page, "Sign in again");
  await expect(again).toContainText(email);
  await expectAccessible(page);
  await again.getByLabel("Password").fill("not the one");
  await again.getByRole("button", { name: "Login" }).click();
  await expect(again).toContainText("Invalid login credentials");
  await again.getByLabel("Password").fill(password);
  await again.getByRole("button", { name: "Login" }).click();
  await expect(again).toHaveCount(0);
  await expect(page.getByText("Post created successfully!").first()).toBeVisible();
});

test("a post is published after signing in again over the editor", async ({
  page,
  context,
  site,
  faults,
}) => {
  faults.allowStatus(401);
  const api = await AdminApi.signIn(site.url);
  const post = await api.create({ title: "A draft", slug: "a-draft", published: false });
  await open(page, `/admin/blog/edit/${post.id}`);
  await context.clearCookies();
  await page.getByRole("button", { name: "Publish", exact: true }).click();
  const anyway = page.getByRole("button", { name: "Publish anyway" });
  const signIn = page.getByRole("button", { name: "Sign in here" });
  await expect(anyway.or(signIn).first()).toBeVisible();
  if (await anyway.isVisible()) await anyway.click();
  await signIn.click();
  const again = dialog(page, "Sign in again");
  await again.getByLabel("Password").fill(password);
  await again.getByRole("button", { name: "Login" }).click();
  await expect(anyway.or(page.getByText("Post updated successfully!")).first()).toBeVisible();
  if (await anyway.isVisible()) await anyway.click();
  await expect(page.getByText("Post updated successfully!")).toBeVisible();
  await expect.poll(async () => (await page.request.get("/blog/a-draft")).status()).toBe(200);
});

test("the dialog can be closed without signing in, and the text stays", async ({
  page,
  context,
  faults,
}) => {
  faults.allowStatus(401);
  await openNew(page);
  await context.clearCookies();
  await field(page, "Heading").fill("Written too long");
  await page.getByRole("button", { name: "Sign in here" }).click();
  await dialog(page, "Sign in again").getByRole("button", { name: "Cancel" }).click();
  await expect(field(page, "Heading")).toHaveValue("Written too long");
  await page.getByRole("button", { name: "Sign in here" }).click();
  const again = dialog(page, "Sign in again");
  await again.getByLabel("Password").fill(password);
  await again.getByRole("button", { name: "Login" }).click();
  await expect(page.getByRole("alert").filter({ hasText: "session has ended" })).toHaveCount(0);
  await expect(field(page, "Heading")).toHaveValue("Written too long");
});

test("a form of staff signs in again over the page, and is then sent", async ({
  page,
  context,
  faults,
}) => {
  faults.allowStatus(401);
  await open(page, "/admin/redirects");
  await page.getByRole("button", { name: "Add redirect" }).click();
  const form = dialog(page, "Add redirect");
  await form.getByLabel("From").fill("/typed-before");
  await form.getByLabel("To").fill("/blog");
  await context.clearCookies();
  await form.getByRole("button", { name: "Save redirect" }).click();
  const again = dialog(page, "Sign in again");
  await expect(again).toContainText(email);
  await expectAccessible(page);
  await again.getByRole("button", { name: "Cancel" }).click();
  await expect(form.getByText("Authentication required")).toBeVisible();
  await expect(form.getByLabel("From")).toHaveValue("/typed-before");
  await form.getByRole("button", { name: "Save redirect" }).click();
  await again.getByLabel("Password").fill(password);
  await again.getByRole("button", { name: "Login" }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(page.getByRole("row", { name: /\/typed-before/ })).toBeVisible();
});

test("a download asks for the password if the last sign-in is not recent", async ({
  page,
  faults,
}) => {
  faults.allowStatus(401, 403);
  await open(page, "/admin/subscribers");
  await needRecent(page, "**/api/auth/reauthenticate");
  const link = page.getByRole("link", { name: "Download CSV" });
  await link.click();
  const confirm = dialog(page, "Confirm it's you");
  await expectAccessible(page);
  await confirm.getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByRole("alert")).toContainText("The list could not be downloaded");

  await link.click();
  await confirm.getByLabel("Password").fill("not the one");
  await confirm.getByRole("button", { name: "Confirm" }).click();
  await expect(confirm).toContainText("Invalid login credentials");
  await confirm.getByLabel("Password").fill(password);
  const downloading = page.waitForEvent("download");
  await confirm.getByRole("button", { name: "Confirm" }).click();
  expect((await downloading).suggestedFilename()).toBe("subscribers.csv");
  await expect(confirm).toHaveCount(0);
});

test("erasing asks for the password over its dialog, and then continues", async ({
  page,
  faults,
}) => {
  faults.allowStatus(403);
  await open(page, "/admin/enquiries");
  await needRecent(page, "**/api/admin/people?**");
  await page.getByLabel("Email address").fill("somebody@example.test");
  await page.getByRole("button", { name: "Erase data" }).click();
  await page.getByRole("button", { name: "Erase everything" }).click();
  const confirm = dialog(page, "Confirm it's you");
  await confirm.getByLabel("Password").fill(password);
  await confirm.getByRole("button", { name: "Confirm" }).click();
  await expect(page.getByRole("status").filter({ hasText: "Nothing to erase" })).toBeVisible();
  await expect(page.getByRole("dialog")).toHaveCount(0);
});

test("signing out asks whether to keep unsaved drafts on the device", async ({
  page,
  site,
  faults,
}) => {
  // The editor sends its draft again when the page is left.
  faults.allowStatus(401);
  const api = await AdminApi.signIn(site.url);
  page.on("dialog", (leave) => leave.accept());
  await openNew(page);
  await field(page, "Heading").fill("On a shared computer");
  await expect(draftStatus(page)).toHaveText("Unsaved changes. Draft saved");
  await page.getByRole("button", { name: "Logout" }).click();
  const question = dialog(page, "unsaved drafts");
  await expect(question).toContainText("Keep the unsaved draft on this device?");
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(field(page, "Heading")).toHaveValue("On a shared computer");

  await page.getByRole("button", { name: "Logout" }).click();
  await question.getByRole("button", { name: "Keep and sign out" }).click();
  await expectPath(page, "/auth");
  expect(await localDrafts(page)).toHaveLength(1);

  await signInCookies(page);
  await openNew(page);
  await offer(page).getByRole("button", { name: "Restore" }).click();
  await page.getByRole("button", { name: "Logout" }).click();
  await question.getByRole("button", { name: "Remove and sign out" }).click();
  await expectPath(page, "/auth");
  await expect.poll(() => localDrafts(page)).toEqual([]);
  expect((await draftsOf(api, "new")).map(({ post }) => post.title)).toEqual([
    "On a shared computer",
  ]);
});

test.describe("with a second factor", () => {
  // Passkeys need a host name.
  test.use({ data: "named" });

  /** Sets up an authenticator app. Returns its key and the recovery codes. */
  async function setUpApp(page: Page): Promise<{ key: string; codes: string[] }> {
    await open(page, "/admin/account");
    await page.getByRole("button", { name: "Set up app" }).click();
    const key = (await page.locator("code").first().textContent()) ?? "";
    await page.getByRole("textbox", { name: "Code from your app" }).fill(totp(key));
    await page.getByRole("button", { name: "Turn on" }).click();
    await expect(page.getByRole("heading", { name: "Save your recovery codes" })).toBeFocused();
    const codes = await page.locator(".recovery-codes li").allTextContents();
    await page.getByRole("button", { name: "I have saved them" }).click();
    return { key, codes };
  }

  test("the dialogs ask for it after the password: a code, a passkey or a recovery code", async ({
    page,
    context,
    faults,
  }) => {
    faults.allowStatus(401, 403);
    await addAuthenticator(page);
    const { key, codes } = await setUpApp(page);
    await page.getByRole("button", { name: "Add passkey" }).click();
    await page.getByRole("textbox", { name: "Name" }).fill("Work laptop");
    await page.getByRole("button", { name: "Add", exact: true }).click();
    await expect(page.getByRole("button", { name: "Remove Work laptop" })).toBeVisible();

    await openNew(page);
    await field(page, "Heading").fill("Written for an hour");
    await field(page, "Slug").fill("written-for-an-hour");
    await context.clearCookies();
    await page.getByRole("button", { name: "Create Post" }).click();
    await page.getByRole("button", { name: "Sign in here" }).click();
    const again = dialog(page, "Sign in again");
    await again.getByLabel("Password").fill(password);
    await again.getByRole("button", { name: "Login" }).click();
    const code = again.getByRole("textbox", { name: "Code from your app" });
    await expect(code).toBeFocused();
    await expectAccessible(page);
    await code.fill("000000");
    await again.getByRole("button", { name: "Login" }).click();
    await expect(code).toHaveAccessibleDescription(/This code is wrong/);
    // The current code was used to set up the app, and each code can be used once.
    await code.fill(totp(key, 1));
    await again.getByRole("button", { name: "Login" }).click();
    await expect(again).toHaveCount(0);
    await expect(page.getByText("Post created successfully!").first()).toBeVisible();

    await openNew(page);
    await field(page, "Heading").fill("Written for another hour");
    await context.clearCookies();
    await page.getByRole("button", { name: "Sign in here" }).click();
    await again.getByLabel("Password").fill(password);
    await again.getByRole("button", { name: "Login" }).click();
    await again.getByRole("button", { name: "Use a passkey" }).click();
    await expect(again).toHaveCount(0);
    await expect(field(page, "Heading")).toHaveValue("Written for another hour");

    page.on("dialog", (leave) => leave.accept());
    await open(page, "/admin/subscribers");
    await needRecent(page, "**/api/auth/reauthenticate");
    await page.getByRole("link", { name: "Download CSV" }).click();
    const confirm = dialog(page, "Confirm it's you");
    await confirm.getByLabel("Password").fill(password);
    await confirm.getByRole("button", { name: "Confirm" }).click();
    await confirm.getByRole("button", { name: "Use a recovery code" }).click();
    await confirm.getByRole("textbox", { name: "Recovery code" }).fill(codes[0] ?? "");
    const downloading = page.waitForEvent("download");
    await confirm.getByRole("button", { name: "Confirm" }).click();
    expect((await downloading).suggestedFilename()).toBe("subscribers.csv");
    await expect(confirm).toHaveCount(0);
  });
});
