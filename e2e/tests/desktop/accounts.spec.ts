import type { Page } from "@playwright/test";
import { signInCookies } from "../../support/admin";
import { expectAccessible } from "../../support/axe";
import { runCommand } from "../../support/binary";
import { accountLink, mails, mailTo } from "../../support/mail";
import { expectHydrated, expectPath, open } from "../../support/pages";
import type { Server } from "../../support/server";
import { accounts } from "../../support/templates";
import { expect, test } from "../../support/test";

// Accounts are created and passwords changed, so each test has its own server.
test.use({ data: "own" });

const NEW_PASSWORD = "a better battery staple";
const SIGNED_UP = "Signup successful - Check your email for confirmation (if required).";
const RESET_SENT = "Password reset email sent - Check your email for a password reset link.";

const email = (page: Page) => page.getByRole("textbox", { name: "Email" });
const password = (page: Page) => page.getByLabel(/^(New p|P)assword$/);
const press = (page: Page, name: string) =>
  page.getByRole("main").getByRole("button", { name, exact: true }).click();
const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name });
const alert = (page: Page) => page.getByRole("alert").filter({ hasText: /./ });
const toast = (page: Page, text: string) =>
  page.getByRole("region", { name: "Notifications" }).getByRole("status").filter({ hasText: text });

/** Returns path and query of the link in the email that sets a new password. */
const resetLink = (site: Server, address: string) => accountLink(site, address, "update_password");

test("the page switches between its modes, each with its own address and title", async ({
  page,
}) => {
  await open(page, "/auth");
  await expect(page.getByRole("main")).toContainText("granted manually");
  await page.getByRole("link", { name: "Sign Up" }).click();
  await expect(heading(page, "Sign Up")).toBeVisible();
  await expectPath(page, "/auth?mode=signup");
  await expect(page).toHaveTitle(/^Sign Up \|/);
  await expect(page.getByRole("main")).toContainText("register with a business email");
  await expectAccessible(page);
  await page.getByRole("link", { name: "Reset Password" }).click();
  await expect(heading(page, "Reset Password")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("link", { name: "Login" }).click();
  await expect(heading(page, "Login to Admin")).toBeVisible();
  await expectPath(page, "/auth");
});

test("sign-up errors are shown at their fields, before anything is sent", async ({
  page,
  faults,
}) => {
  await open(page, "/auth?mode=signup");
  await press(page, "Sign Up");
  for (const field of [email(page), password(page)]) {
    await expect(field).toHaveAccessibleDescription(/Email and password are required/);
  }
  await expect(email(page)).toBeFocused();
  await email(page).fill("new@example.test");
  await password(page).fill("1234567");
  await press(page, "Sign Up");
  await expect(password(page)).toHaveAccessibleDescription(
    /^Password must be at least 8 characters long/,
  );
  await expect(password(page)).toBeFocused();
  await expect(password(page)).toHaveAccessibleDescription(/at least 8 characters long/);
  await password(page).fill("password1");
  faults.allowStatus(422);
  await press(page, "Sign Up");
  await expect(password(page)).toHaveAccessibleDescription(/too easy to guess/);
});

test("a sign-up is confirmed for three seconds, then the sign-in form is back", async ({
  page,
  site,
}) => {
  await page.clock.install();
  await open(page, "/auth?mode=signup");
  await page.clock.pauseAt(Date.now() + 60_000);
  await email(page).fill("new@example.test");
  await password(page).fill(NEW_PASSWORD);
  await press(page, "Sign Up");
  await expect(page.getByRole("main").getByText(SIGNED_UP)).toBeVisible();
  await expect(toast(page, "Signup successful")).toContainText(
    "Check your email for confirmation (if required).",
  );
  await page.clock.runFor(2_900);
  await expectPath(page, "/auth?mode=signup");
  await page.clock.runFor(100);
  await page.clock.resume();
  await expect(heading(page, "Login to Admin")).toBeVisible();
  await expectPath(page, "/auth?done=signed_up");
  await expect(page.getByRole("main").getByText(SIGNED_UP)).toBeVisible();
  await mailTo(site, "new@example.test", "Confirm your account");
});

test("an account exists once its link has been confirmed, and the link works once", async ({
  page,
  site,
  faults,
}) => {
  const who = { email: "new@example.test", password: NEW_PASSWORD };
  const api = page.context().request;
  expect((await api.post("/api/auth/sign-up", { data: who })).status()).toBe(202);
  const link = await accountLink(site, who.email, "confirm");
  // A mail scanner follows the link, but presses no button.
  expect((await api.get(link)).status()).toBe(200);
  expect((await api.post("/api/auth/sign-in", { data: who })).status()).toBe(401);

  await open(page, link);
  await expect(heading(page, "Confirm your account")).toBeVisible();
  await expect(email(page)).toHaveValue(who.email);
  await expect(password(page)).toHaveCount(0);
  await expectAccessible(page);
  await press(page, "Confirm");
  await expect(toast(page, "Account confirmed")).toContainText("You can sign in now.");
  await expectPath(page, "/auth");
  expect((await api.post("/api/auth/sign-in", { data: who })).status()).toBe(200);

  faults.allowStatus(422);
  await open(page, link);
  await expect(page.getByRole("main")).toContainText("expired or has already been used");
  await page.getByRole("link", { name: "Sign up again" }).click();
  await expect(heading(page, "Sign Up")).toBeVisible();
});

test("a link that was used in another tab is reported when it is confirmed", async ({
  page,
  site,
  faults,
}) => {
  const who = { email: "new@example.test", password: NEW_PASSWORD };
  const api = page.context().request;
  await api.post("/api/auth/sign-up", { data: who });
  const link = await accountLink(site, who.email, "confirm");
  await open(page, link);
  const token = new URL(link, "http://site.test").searchParams.get("token");
  expect((await api.post("/api/auth/confirm", { data: { token } })).status()).toBe(204);
  faults.allowStatus(422);
  await press(page, "Confirm");
  await expect(page.getByRole("link", { name: "Sign up again" })).toBeVisible();
});

test("an invited person sets a password and gets in as staff", async ({ page, site, faults }) => {
  runCommand(site.dataDir, ["admin", "invite", "eve@example.test", "--role", "editor"]);
  await open(page, await accountLink(site, "eve@example.test", "confirm"));
  await expect(page.getByRole("main")).toContainText("Set a password to create your account");
  await expect(email(page)).toHaveValue("eve@example.test");
  await expectAccessible(page);
  await password(page).fill("short");
  await press(page, "Confirm");
  await expect(password(page)).toHaveAccessibleDescription(
    /^Password must be at least 8 characters long/,
  );
  await password(page).fill("password1");
  faults.allowStatus(422);
  await press(page, "Confirm");
  await expect(password(page)).toHaveAccessibleDescription(/too easy to guess/);
  await password(page).fill(NEW_PASSWORD);
  await press(page, "Confirm");
  await expect(toast(page, "Account confirmed")).toBeVisible();
  await signInCookies(page, { email: "eve@example.test", password: NEW_PASSWORD });
  await open(page, "/admin/blog");
  await expect(heading(page, "Blog Posts")).toBeVisible();
});

test("an address with an account gets the same response, and its owner is notified", async ({
  page,
  site,
}) => {
  const { reader } = accounts();
  await open(page, "/auth?mode=signup");
  await email(page).fill(reader.email);
  await password(page).fill(NEW_PASSWORD);
  await press(page, "Sign Up");
  await expect(page.getByRole("main").getByText(SIGNED_UP)).toBeVisible();
  await mailTo(site, reader.email, "You already have an account");
});

test("a server failure is reported as unexpected, and the form can be sent again", async ({
  page,
  faults,
}) => {
  faults.allowStatus(500);
  await page.route("**/api/auth/reset-password", (route) =>
    route.fulfill({ status: 500, json: { error: { code: "internal", message: "boom" } } }),
  );
  await open(page, "/auth?mode=reset");
  await press(page, "Send Reset Link");
  await expect(email(page)).toHaveAccessibleDescription(/Email is required/);
  await email(page).fill("somebody@example.test");
  await press(page, "Send Reset Link");
  await expect(alert(page)).toContainText("An unexpected error occurred. Please try again.");
  await page.unroute("**/api/auth/reset-password");
  await press(page, "Send Reset Link");
  await expect(page.getByRole("main").getByText(RESET_SENT)).toBeVisible();
});

test("the link in an email sets a new password, once", async ({ page, site, newVisitor }) => {
  const { reader } = accounts();
  const elsewhere = await newVisitor();
  await signInCookies(elsewhere, reader);

  await open(page, "/auth?mode=reset");
  await email(page).fill(reader.email);
  await press(page, "Send Reset Link");
  await expect(page.getByRole("main").getByText(RESET_SENT)).toBeVisible();
  await expect(toast(page, "Password reset email sent")).toBeVisible();
  const back = page.getByRole("button", { name: "Back to Login" });
  await expect(back).toBeFocused();
  await back.click();
  await expect(heading(page, "Login to Admin")).toBeVisible();

  const link = await resetLink(site, reader.email);
  await open(page, link);
  await expect(toast(page, "Set new password")).toBeVisible();
  await expect(heading(page, "Set new password")).toBeVisible();
  await expectAccessible(page);
  await password(page).fill("short");
  await press(page, "Set new password");
  await expect(password(page)).toHaveAccessibleDescription(
    /^Password must be at least 8 characters long/,
  );
  await password(page).fill(NEW_PASSWORD);
  await press(page, "Set new password");
  await expectPath(page, "/auth");
  await expect(toast(page, "Password updated")).toBeVisible();
  await mailTo(site, reader.email, "Your password was changed");

  const session = await elsewhere.context().request.get("/api/auth/session");
  expect(await session.json()).toEqual({ session: null });
  await signInCookies(page, { ...reader, password: NEW_PASSWORD });
  await page.context().clearCookies();

  await open(page, link);
  await expect(page.getByRole("main")).toContainText("expired or has already been used");
  await page.getByRole("link", { name: "Ask for a new link" }).click();
  await expect(heading(page, "Reset Password")).toBeVisible();
});

test("an address without an account gets the same response as others", async ({ page, site }) => {
  await open(page, "/auth?mode=reset");
  await email(page).fill("nobody@example.test");
  await press(page, "Send Reset Link");
  await expect(page.getByRole("main").getByText(RESET_SENT)).toBeVisible();
  await page.goto("/auth?mode=reset");
  await expectHydrated(page);
  await email(page).fill(accounts().reader.email);
  await press(page, "Send Reset Link");
  await resetLink(site, accounts().reader.email);
  expect(mails(site)).toHaveLength(1);
});

test("signing out in one tab signs out the others", async ({ page, context }) => {
  await signInCookies(page);
  await open(page, "/admin/blog");
  const other = await context.newPage();
  await open(other, "/admin/blog");
  await page.getByRole("button", { name: "Logout" }).click();
  await expectPath(page, "/auth");
  await expectPath(other, "/auth");
  await expect(toast(other, "Logged out")).toBeVisible();
});

test("the account's sessions are listed and ended one by one, or all at once", async ({
  page,
  newVisitor,
}) => {
  const others = [await newVisitor(), await newVisitor()];
  for (const other of others) await signInCookies(other);
  await signInCookies(page);
  await open(page, "/admin/blog");
  await page
    .getByRole("navigation", { name: "Admin" })
    .getByRole("link", { name: "Account" })
    .click();
  await expect(heading(page, "Account")).toBeVisible();
  const rows = page.getByRole("region", { name: "Sessions" }).getByRole("listitem");
  await expect(rows).toHaveCount(3);
  await expect(rows.first()).toContainText("This browser");
  await expect(rows.first()).toContainText("127.0.0.1");
  await expect(rows.first().getByRole("button")).toHaveCount(0);
  await expectAccessible(page);
  await rows
    .nth(1)
    .getByRole("button", { name: /^Sign out/ })
    .click();
  await expect(rows).toHaveCount(2);

  const another = await newVisitor();
  await signInCookies(another);
  await page.reload();
  await expect(rows).toHaveCount(3);
  await page.getByRole("button", { name: "Sign out other sessions" }).click();
  await expect(rows).toHaveCount(1);
  const ended = await another.context().request.get("/api/auth/session");
  expect(await ended.json()).toEqual({ session: null });

  await page.getByRole("button", { name: "Sign out everywhere" }).click();
  await expectPath(page, "/auth");
  for (const visitor of [page, ...others]) {
    const answer = await visitor.context().request.get("/api/auth/session");
    expect(await answer.json()).toEqual({ session: null });
  }
});

test("a signed-in user changes the password and stays signed in", async ({
  page,
  faults,
  newVisitor,
}) => {
  const other = await newVisitor();
  await signInCookies(other);
  await signInCookies(page);
  await open(page, "/admin/account");
  const rows = page.getByRole("region", { name: "Sessions" }).getByRole("listitem");
  await expect(rows).toHaveCount(2);
  const current = page.getByLabel("Current password");
  await password(page).fill("short");
  await press(page, "Change password");
  await expect(current).toHaveAccessibleDescription(/Current password is required/);
  await expect(password(page)).toHaveAccessibleDescription(/at least 8 characters long/);
  await current.fill("not the one");
  await password(page).fill(NEW_PASSWORD);
  faults.allowStatus(422);
  await press(page, "Change password");
  await expect(current).toHaveAccessibleDescription(/This is not your current password/);
  await current.fill(accounts().administrator.password);
  await press(page, "Change password");
  await expect(toast(page, "Password updated")).toBeVisible();
  await expect(rows).toHaveCount(1);
  await expect(password(page)).toHaveValue("");
  await expect(page.getByRole("heading", { name: "Change password" })).toBeFocused();
  await page.reload();
  await expectPath(page, "/admin/account");
  await signInCookies(other, { ...accounts().administrator, password: NEW_PASSWORD });
});

test("the session is renewed in its last five minutes, and checked once a minute", async ({
  page,
}) => {
  await signInCookies(page);
  await page.clock.install();
  let left = 400;
  await page.route("**/api/auth/session", (route) =>
    route.fulfill({ json: { session: { expires_in: left } } }),
  );
  const renewals: string[] = [];
  page.on("request", (request) => {
    if (request.url().endsWith("/api/auth/refresh")) renewals.push(request.url());
  });
  await open(page, "/admin/account");
  const looked = () => page.waitForResponse("**/api/auth/session");
  let answer = looked();
  await page.clock.runFor(60_000);
  await answer;
  expect(renewals).toHaveLength(0);
  left = 299;
  answer = looked();
  const renewed = page.waitForResponse("**/api/auth/refresh");
  await page.clock.runFor(60_000);
  await answer;
  expect((await renewed).status()).toBe(200);
});
