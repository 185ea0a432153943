import type { Page } from "@playwright/test";
import { AdminApi, signInCookies } from "../../support/admin";
import { expectAccessible } from "../../support/axe";
import {
  draftStatus,
  draftsOf,
  field,
  localDrafts,
  offer,
  openPost,
  TITLE,
} from "../../support/drafts";
import { open } from "../../support/pages";
import { expect, test } from "../../support/test";

test.use({ data: "own" });
test.beforeEach(async ({ page }) => {
  await signInCookies(page);
  page.on("dialog", (dialog) => void dialog.accept());
});

const idOf = (page: Page) => new URL(page.url()).pathname.split("/").at(-1) ?? "";
const titleOf = async (api: AdminApi) => (await draftsOf(api, "new"))[0]?.post.title;

async function openNew(page: Page): Promise<void> {
  await open(page, "/admin/blog/new");
  await expect(page.getByRole("button", { name: "Bold" })).toBeEnabled();
}

test("typed text is a draft on the server within two seconds, and the live post is unchanged", async ({
  page,
  site,
}) => {
  const api = await AdminApi.signIn(site.url);
  await page.clock.install();
  await openPost(page);
  const id = idOf(page);
  const live = async () => (await api.send("GET", `/api/admin/posts/${id}`)).text();
  const before = await live();
  await page.clock.pauseAt(Date.now() + 60_000);
  await field(page, "Heading").fill("Only a draft");
  await field(page, "Main Content").click();
  await page.keyboard.type("Written just now. ");
  await page.clock.runFor(2_000);
  await expect
    .poll(async () => (await draftsOf(api, id))[0]?.post)
    .toMatchObject({
      title: "Only a draft",
      content: expect.stringContaining("Written just now."),
    });
  await expect(draftStatus(page)).toHaveText("Unsaved changes. Draft saved");
  await expect(page.locator(".save-bar")).toContainText(/Draft saved \d\d:\d\d/);
  expect(await live()).toBe(before);
  await page.clock.resume();
  await expectAccessible(page);
});

test("unsaved changes in one browser are offered to the same editor in another", async ({
  page,
  site,
  newVisitor,
}) => {
  const api = await AdminApi.signIn(site.url);
  await openPost(page);
  await field(page, "Heading").fill("Begun at the office");
  const id = idOf(page);
  await expect.poll(async () => (await draftsOf(api, id))[0]?.post.title).toContain("office");
  const home = await newVisitor();
  await signInCookies(home);
  await openPost(home);
  await expect(field(home, "Heading")).toHaveValue(TITLE);
  await offer(home).getByRole("button", { name: "Restore" }).click();
  await expect(field(home, "Heading")).toHaveValue("Begun at the office");
  await expect(offer(home)).toHaveCount(0);
  // Continues there, which supersedes the older copy.
  await field(home, "Heading").fill("Finished at home");
  await expect
    .poll(async () => (await draftsOf(api, id)).map(({ post }) => post.title))
    .toEqual(["Finished at home"]);
});

test("without a network drafts stay on the device, and are sent when it is back", async ({
  page,
  context,
  site,
  faults,
}) => {
  faults.allow(/ERR_INTERNET_DISCONNECTED/);
  const api = await AdminApi.signIn(site.url);
  await openNew(page);
  await context.setOffline(true);
  await field(page, "Heading").fill("On a train");
  await expect(draftStatus(page)).toHaveText(
    "Unsaved changes. Draft saved on this device only: the server cannot be reached.",
  );
  await expect(page.getByRole("alert").filter({ hasText: /\S/ })).toHaveCount(0);
  await context.setOffline(false);
  await expect(draftStatus(page)).toHaveText("Unsaved changes. Draft saved");
  expect(await titleOf(api)).toBe("On a train");
});

test("a session that ends during writing is reported, and signing in again loses nothing", async ({
  page,
  context,
  site,
  faults,
}) => {
  faults.allowStatus(401);
  const api = await AdminApi.signIn(site.url);
  await openNew(page);
  await context.clearCookies();
  await field(page, "Heading").fill("Written too long");
  const notice = page.getByRole("alert").filter({ hasText: "Your session has ended." });
  await expect(notice).toContainText("Your text is kept on this device");
  await expect(notice.getByRole("link", { name: /^sign in/ })).toHaveAttribute("href", "/auth");
  expect(await titleOf(api)).toBeUndefined();
  await signInCookies(page);
  // Simulates a return to the tab.
  await page.evaluate(() => window.dispatchEvent(new Event("focus")));
  await expect(draftStatus(page)).toHaveText("Unsaved changes. Draft saved");
  await expect(notice).toHaveCount(0);
  await expect(field(page, "Heading")).toHaveValue("Written too long");
  expect(await titleOf(api)).toBe("Written too long");
});

test("two tabs with new posts have separate drafts, and both are offered", async ({
  page,
  context,
  site,
}) => {
  const api = await AdminApi.signIn(site.url);
  await openNew(page);
  await field(page, "Heading").fill("In the first tab");
  await expect(draftStatus(page)).toHaveText("Unsaved changes. Draft saved");
  const second = await context.newPage();
  await openNew(second);
  await field(second, "Heading").fill("In the second tab");
  await expect.poll(async () => (await draftsOf(api, "new")).length).toBe(2);
  await page.close({ runBeforeUnload: false });
  await second.close({ runBeforeUnload: false });

  const third = await context.newPage();
  await openNew(third);
  await offer(third).getByRole("button", { name: "Restore" }).click();
  await expect(field(third, "Heading")).toHaveValue("In the second tab");
  await offer(third).getByRole("button", { name: "Restore" }).click();
  await expect(field(third, "Heading")).toHaveValue("In the first tab");
  // The form's former content is now what is offered.
  await offer(third).getByRole("button", { name: "Restore" }).click();
  await expect(field(third, "Heading")).toHaveValue("In the second tab");
});

test("a saved post leaves no draft behind", async ({ page, site }) => {
  const api = await AdminApi.signIn(site.url);
  await openPost(page);
  const id = idOf(page);
  await field(page, "Heading").fill("Ready");
  await expect(draftStatus(page)).toHaveText("Unsaved changes. Draft saved");
  await page.keyboard.press("ControlOrMeta+s");
  await expect(page.getByText("Post updated successfully!")).toBeVisible();
  await expect.poll(() => draftsOf(api, id)).toEqual([]);
  await expect.poll(() => localDrafts(page)).toEqual([]);
});
