import type { Page } from "@playwright/test";
import { AdminApi } from "../../support/admin";
import { runCommand } from "../../support/binary";
import { accountLink } from "../../support/mail";
import { expectPath } from "../../support/pages";
import { accounts } from "../../support/templates";
import { expect, test } from "../../support/test";
import { totp } from "../../support/totp";

test.use({ data: "own" });

const email = (page: Page) => page.getByRole("textbox", { name: "Email" });
const password = (page: Page) => page.getByLabel("Password", { exact: true });
const button = (page: Page) => page.getByRole("button", { name: "Login" });
const posted = (page: Page) =>
  page.waitForResponse((response) => response.request().method() === "POST");

test("a wrong password results in a 422 with the message and the address", async ({
  page,
  faults,
}) => {
  faults.allowStatus(422);
  await page.goto("/auth");
  await email(page).fill("somebody@example.test");
  await password(page).fill("not-the-password");
  const response = posted(page);
  await button(page).click();
  expect((await response).status()).toBe(422);
  await expectPath(page, "/auth");
  await expect(page.getByText("Invalid login credentials")).toBeVisible();
  await expect(email(page)).toHaveValue("somebody@example.test");
  await expect(password(page)).toHaveValue("");
});

test("empty fields result in a 422 with messages at the fields", async ({ page, faults }) => {
  faults.allowStatus(422);
  await page.goto("/auth");
  const response = posted(page);
  await button(page).click();
  expect((await response).status()).toBe(422);
  for (const field of [email(page), password(page)]) {
    await expect(field).toHaveAccessibleDescription(/Email and password are required/);
  }
});

test("success is a 303 with cookies to the posts, which can be sorted and searched", async ({
  page,
  context,
}) => {
  await page.goto("/auth");
  const { administrator } = accounts();
  await email(page).fill(administrator.email);
  await password(page).fill(administrator.password);
  const response = posted(page);
  await button(page).click();
  const answer = await response;
  expect(answer.status()).toBe(303);
  // One line per cookie, even if the DevTools protocol reports it twice.
  const header = (await answer.headerValues("set-cookie")).flatMap((value) => value.split("\n"));
  const cookies = new Set(header);
  expect(cookies.size).toBe(2);
  for (const cookie of cookies) expect(cookie).toMatch(/; HttpOnly; SameSite=Lax/);
  await expectPath(page, "/blog-post-manager");
  expect(await context.cookies()).toHaveLength(2);

  await page.getByRole("columnheader", { name: "Title" }).getByRole("button").click();
  await expectPath(page, "/blog-post-manager?sort=title&dir=asc");
  const search = page.getByRole("searchbox", { name: "Search posts" });
  await search.fill("phone page");
  await search.press("Enter");
  await expect(page.locator("table tbody tr")).toHaveCount(1);
});

test("the fifth failure says how long to wait", async ({ page, faults }) => {
  faults.allowStatus(422, 429);
  await page.goto("/auth");
  for (let attempt = 1; attempt <= 5; attempt++) {
    await email(page).fill("somebody@example.test");
    await password(page).fill("not-the-password");
    const response = posted(page);
    await button(page).click();
    expect((await response).status()).toBe(attempt < 5 ? 422 : 429);
  }
  await expect(page.getByText("Too many failed attempts")).toBeVisible();
  await expect(page.getByText(/Please wait \d+ seconds before trying again\./)).toBeVisible();
});

test("accounts are created and passwords set by plain forms alone", async ({
  page,
  site,
  faults,
}) => {
  await page.goto("/auth");
  await page.getByRole("link", { name: "Sign Up" }).click();
  await email(page).fill("new@example.test");
  await password(page).fill("1234567");
  faults.allowStatus(422);
  await page.getByRole("button", { name: "Sign Up" }).click();
  await expect(password(page)).toHaveAccessibleDescription(
    /Password must be at least 8 characters long/,
  );
  await expect(email(page)).toHaveValue("new@example.test");
  await password(page).fill("a long enough staple");
  await page.getByRole("button", { name: "Sign Up" }).click();
  await expect(page.getByText(/^Signup successful - Check your email/)).toBeVisible();

  await page.goto(await accountLink(site, "new@example.test", "confirm"));
  await page.getByRole("button", { name: "Confirm" }).click();
  await expect(page.getByText("Account confirmed - You can sign in now.")).toBeVisible();

  await page.getByRole("link", { name: "Reset Password" }).click();
  await email(page).fill("new@example.test");
  await page.getByRole("button", { name: "Send Reset Link" }).click();
  await expect(page.getByText(/^Password reset email sent - Check your email/)).toBeVisible();
  await page.getByRole("button", { name: "Back to Login" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Login to Admin" })).toBeVisible();

  await page.goto(await accountLink(site, "new@example.test", "update_password"));
  await page.getByLabel("New password", { exact: true }).fill("another battery staple");
  await page.getByRole("button", { name: "Set new password" }).click();
  await expect(page.getByText(/^Password updated/)).toBeVisible();
  await email(page).fill("new@example.test");
  await password(page).fill("another battery staple");
  faults.allowStatus(403);
  await button(page).click();
  await expect(page.getByRole("heading", { level: 1, name: "No admin rights" })).toBeVisible();
});

test("an invited person sets a password by the form alone", async ({ page, site, faults }) => {
  runCommand(site.dataDir, ["admin", "invite", "eve@example.test"]);
  await page.goto(await accountLink(site, "eve@example.test", "confirm"));
  await password(page).fill("1234567");
  faults.allowStatus(422);
  await page.getByRole("button", { name: "Confirm" }).click();
  await expect(password(page)).toHaveAccessibleDescription(
    /Password must be at least 8 characters long/,
  );
  await expect(email(page)).toHaveValue("eve@example.test");
  await password(page).fill("a long enough staple");
  await page.getByRole("button", { name: "Confirm" }).click();
  await expect(page.getByText("Account confirmed - You can sign in now.")).toBeVisible();
  await email(page).fill("eve@example.test");
  await password(page).fill("a long enough staple");
  await button(page).click();
  await expectPath(page, "/blog-post-manager");
});

test("a second factor is required after the password, and the app's code is accepted", async ({
  page,
  site,
  faults,
}) => {
  const api = await AdminApi.signIn(site.url);
  const setup = await api.send("POST", "/api/account/totp");
  const { secret } = (await setup.json()) as { secret: string };
  const confirmed = await api.send("POST", "/api/account/totp/confirm", { code: totp(secret) });
  expect(confirmed.status).toBe(200);

  await page.goto("/auth?next=/admin/media");
  const { administrator } = accounts();
  await email(page).fill(administrator.email);
  await password(page).fill(administrator.password);
  await button(page).click();
  const code = page.getByRole("textbox", { name: "Code from your app" });
  await expect(code).toBeVisible();
  expect(await page.content()).not.toContain(administrator.password);
  faults.allowStatus(422);
  await code.fill("000000");
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(code).toHaveAccessibleDescription(/This code is wrong/);
  await code.fill(totp(secret, 1));
  await page.getByRole("button", { name: "Continue" }).click();
  await expectPath(page, "/admin/media");
});
