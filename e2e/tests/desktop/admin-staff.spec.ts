import type { Page } from "@playwright/test";
import { signInCookies } from "../../support/admin";
import { expectAccessible } from "../../support/axe";
import { accountLink } from "../../support/mail";
import { expectPath, open } from "../../support/pages";
import { accounts } from "../../support/templates";
import { expect, test } from "../../support/test";

test.use({ data: "own" });
test.beforeEach(async ({ page }) => signInCookies(page));

const EVE = "eve@example.test";
const PASSWORD = "a better battery staple";

const dialog = (page: Page) => page.getByRole("dialog");
const toast = (page: Page, text: string) =>
  page.getByRole("region", { name: "Notifications" }).getByRole("status").filter({ hasText: text });
const row = (page: Page, name: string) => page.getByRole("row", { name });
const sections = (page: Page) => page.getByRole("navigation", { name: "Admin" }).getByRole("link");
const overflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - innerWidth);

async function invite(page: Page, email: string, role: string): Promise<void> {
  await page.getByRole("button", { name: "Invite" }).click();
  await page.getByRole("textbox", { name: "Email" }).fill(email);
  await page.getByRole("combobox", { name: "Role" }).selectOption(role);
  await page.getByRole("button", { name: "Send invitation" }).click();
  await expect(toast(page, `The invitation is on its way to ${email}.`)).toBeVisible();
}

test("an invited editor sees only what editors may, and loses and gains rights", async ({
  page,
  site,
  browser,
}) => {
  test.slow();
  await open(page, "/admin/staff");
  await expect(page.getByRole("heading", { level: 1, name: "Staff" })).toBeVisible();
  await invite(page, EVE, "Editor");
  await expect(row(page, EVE)).toContainText("Editor");

  // Eve signs in, in another browser.
  const context = await browser.newContext({ baseURL: site.url });
  const eve = await context.newPage();
  await open(eve, await accountLink(site, EVE, "confirm"));
  await eve.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await eve.getByRole("main").getByRole("button", { name: "Confirm" }).click();
  await expect(eve.getByRole("heading", { level: 1, name: "Login to Admin" })).toBeVisible();
  await signInCookies(eve, { email: EVE, password: PASSWORD });
  await open(eve, "/admin/blog");
  await expect(sections(eve)).toHaveText(["Blog Posts", "Media", "Settings", "Account"]);
  const refused = await open(eve, "/admin/enquiries");
  expect(refused.status()).toBe(403);
  await expect(eve.getByRole("heading", { level: 1, name: "Administrators only" })).toBeVisible();
  await expectAccessible(eve);

  // When her role changes, her session ends, and she then sees more.
  await open(page, "/admin/staff");
  await page.getByRole("button", { name: `Make administrator: ${EVE}` }).click();
  await expect(dialog(page)).toContainText(`Make ${EVE} an administrator?`);
  await dialog(page).getByRole("button", { name: "Make administrator" }).click();
  await expect(toast(page, `${EVE} is now an administrator.`)).toBeVisible();
  await expect(row(page, EVE)).toContainText("Administrator");
  await open(eve, "/auth?next=/admin/blog");
  await signInCookies(eve, { email: EVE, password: PASSWORD });
  await open(eve, "/admin/enquiries");
  await expect(sections(eve)).toHaveCount(7);

  // Removing her ends her sessions.
  await open(page, "/admin/staff");
  await page.getByRole("button", { name: `End sessions: ${EVE}` }).click();
  await dialog(page).getByRole("button", { name: "End sessions" }).click();
  await expect(toast(page, `All sessions for ${EVE} have ended.`)).toBeVisible();
  await expect(page.getByRole("heading", { level: 1, name: "Staff" })).toBeFocused();
  await expect(page.getByRole("button", { name: `End sessions: ${EVE}` })).toBeDisabled();
  await eve.goto("/admin/blog");
  await expectPath(eve, "/auth?next=/admin/blog");

  await page.getByRole("button", { name: `Remove: ${EVE}` }).click();
  await dialog(page).getByRole("button", { name: "Remove" }).click();
  await expect(toast(page, `${EVE} is no longer on the staff.`)).toBeVisible();
  await expect(row(page, EVE)).toHaveCount(0);
  const me = row(page, accounts().administrator.email);
  await expect(me.getByRole("button")).toHaveCount(0);
  await context.close();
});

test("an invitation is sent again and withdrawn, and errors are shown at their fields", async ({
  page,
  faults,
}) => {
  faults.allowStatus(409, 422);
  await open(page, "/admin/staff");
  await page.getByRole("button", { name: "Invite" }).click();
  const email = page.getByRole("textbox", { name: "Email" });
  await email.fill("nonsense");
  await page.getByRole("button", { name: "Send invitation" }).click();
  await expect(email).toHaveAccessibleDescription(/valid email address/);
  await expect(email).toBeFocused();
  await email.fill(accounts().administrator.email);
  await page.getByRole("button", { name: "Send invitation" }).click();
  await expect(email).toHaveAccessibleDescription(/already belongs to a member of staff/);
  await expectAccessible(page);
  page.once("dialog", (asked) => asked.accept());
  await page.keyboard.press("Escape");

  await invite(page, EVE, "Administrator");
  await page.getByRole("button", { name: `Send again: ${EVE}` }).click();
  await expect(toast(page, `A new invitation is on its way to ${EVE}.`)).toBeVisible();
  await expect(page.getByRole("button", { name: `Send again: ${EVE}` })).toBeFocused();
  await expectAccessible(page);
  for (const width of [320, 390, 768, 1024]) {
    await page.setViewportSize({ width, height: 800 });
    expect(await overflow(page), `at ${width}`).toBe(0);
  }
  await page.getByRole("button", { name: `Withdraw: ${EVE}` }).click();
  await dialog(page).getByRole("button", { name: "Withdraw" }).click();
  await expect(toast(page, `The invitation to ${EVE} was withdrawn.`)).toBeVisible();
  await expect(page.getByText("No pending invitations.")).toBeVisible();
});
