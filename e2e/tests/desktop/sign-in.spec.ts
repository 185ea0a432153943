import type { Page } from "@playwright/test";
import { signInCookies } from "../../support/admin";
import { expectHydrated, expectPath, open } from "../../support/pages";
import { accounts, type Credentials } from "../../support/templates";
import { expect, test } from "../../support/test";

// Failed attempts also count for the network, which all tests share, so each has its own server.
test.use({ data: "own" });

const email = (page: Page) => page.getByRole("textbox", { name: "Email" });
const password = (page: Page) => page.getByLabel("Password", { exact: true });
const button = (page: Page) => page.getByRole("button", { name: /^Log/ });
/** The announced failure. */
const alert = (page: Page) => page.getByRole("alert").filter({ hasText: /./ });

async function submit(page: Page, credentials: Credentials): Promise<void> {
  await email(page).fill(credentials.email);
  await password(page).fill(credentials.password);
  await button(page).click();
}

test("a wrong password is reported, keeps the address and asks for the password again", async ({
  page,
  faults,
}) => {
  faults.allowStatus(401);
  await open(page, "/auth");
  const { administrator } = accounts();
  await submit(page, { ...administrator, password: "not-the-password" });
  await expect(alert(page)).toHaveText("Invalid login credentials");
  await expect(page.getByText("Invalid login credentials")).toHaveCount(1);
  await expect(email(page)).toHaveValue(administrator.email);
  await expect(password(page)).toBeFocused();
  await expectPath(page, "/auth");
});

test("an address without an account gets the same response as a wrong password", async ({
  page,
  faults,
}) => {
  faults.allowStatus(401);
  await open(page, "/auth");
  await submit(page, { email: "nobody@example.test", password: "some-password" });
  await expect(alert(page)).toContainText("Invalid login credentials");
});

test("empty fields are reported once, and the first of them gets focus", async ({ page }) => {
  await open(page, "/auth");
  await button(page).click();
  await expect(page.getByText("Email and password are required")).toHaveCount(1);
  await expect(alert(page)).toHaveText("Email and password are required");
  await expect(email(page)).toBeFocused();
  for (const field of [email(page), password(page)]) {
    await expect(field).toHaveAttribute("aria-invalid", "true");
    await expect(field).toHaveAccessibleDescription(/Email and password are required/);
  }
  await email(page).fill("somebody@example.test");
  await expect(email(page)).not.toHaveAttribute("aria-invalid");
  await button(page).click();
  await expect(password(page)).toBeFocused();
  await expect(page.getByText("Email and password are required")).toHaveCount(1);
  await expect(password(page)).toHaveAccessibleDescription("Email and password are required");
});

test("the password can be shown and hidden", async ({ page }) => {
  await open(page, "/auth");
  await password(page).fill("visible");
  await page.getByRole("button", { name: "Show characters" }).click();
  await expect(password(page)).toHaveAttribute("type", "text");
  await page.getByRole("button", { name: "Hide characters" }).click();
  await expect(password(page)).toHaveAttribute("type", "password");
  await expect(password(page)).toHaveValue("visible");
});

test("success is shown for a second and a half, then the posts are shown", async ({ page }) => {
  await page.clock.install();
  await open(page, "/auth");
  await page.clock.pauseAt(Date.now() + 60_000);
  await submit(page, accounts().administrator);
  await expect(page.getByText("Login successful! Redirecting to dashboard...")).toBeVisible();
  await page.clock.runFor(1_400);
  await expectPath(page, "/auth");
  await page.clock.runFor(100);
  await page.clock.resume();
  await expectPath(page, "/blog-post-manager");
  await expect(page.getByRole("heading", { level: 1, name: "Blog Posts" })).toBeVisible();
});

test("the session is in cookies that no script can read", async ({ page, context }) => {
  await open(page, "/auth");
  expect(await context.cookies()).toEqual([]);
  await signInCookies(page);
  const cookies = await context.cookies();
  expect(cookies.length).toBeGreaterThan(0);
  for (const cookie of cookies) expect(cookie).toMatchObject({ httpOnly: true, sameSite: "Lax" });
  await page.reload();
  expect(await page.evaluate(() => document.cookie)).toBe("");
});

test("with a session the sign-in page redirects to the posts", async ({ page }) => {
  await signInCookies(page);
  await page.goto("/auth");
  await expectPath(page, "/blog-post-manager");
});

test("the fifth failure causes a lock with a countdown, which ends by itself", async ({
  page,
  faults,
}) => {
  faults.allowStatus(401, 429);
  await page.clock.install();
  await open(page, "/auth");
  const wrong = { ...accounts().administrator, password: "not-the-password" };
  for (let attempt = 1; attempt <= 4; attempt++) {
    const answer = page.waitForResponse("**/api/auth/sign-in");
    await submit(page, wrong);
    expect((await answer).status()).toBe(401);
    await expect(button(page)).toHaveText("Login");
  }
  const answer = page.waitForResponse("**/api/auth/sign-in");
  await submit(page, wrong);
  const locked = await answer;
  expect(locked.status()).toBe(429);
  expect(locked.headers()["retry-after"]).toBe("60");
  await expect(alert(page)).toContainText("Too many failed attempts");
  await expect(alert(page)).toContainText("Please wait 60 seconds before trying again.");
  await expect(button(page)).toBeDisabled();
  await expect(button(page)).toHaveText(/^Login \((1:00|0:5\d)\)$/);
  await page.clock.fastForward(30_000);
  await expect(button(page)).toHaveText(/^Login \(0:(30|2\d)\)$/);
  await expect(page.locator("form")).toContainText(/Please wait (30|2\d) seconds before/);
  await expect(button(page)).toBeDisabled();
  await page.clock.fastForward(31_000);
  await expect(button(page)).toBeEnabled();
  await expect(button(page)).toHaveText("Login");
  await expect(alert(page)).toHaveCount(0);
  await expect(page.getByText("Too many failed attempts")).toHaveCount(0);
});

test("during a lock even the right password is refused, but other accounts can sign in", async ({
  page,
  faults,
}) => {
  faults.allowStatus(401, 429);
  const attempt = (who: Credentials) =>
    page.context().request.post("/api/auth/sign-in", { data: who });
  const { administrator, reader } = accounts();
  for (let count = 0; count < 5; count++) {
    await attempt({ ...administrator, password: "not-the-password" });
  }
  const answer = await attempt(administrator);
  expect(answer.status()).toBe(429);
  const { error } = (await answer.json()) as { error: { code: string; retry_after: number } };
  expect(error.code).toBe("locked");
  expect(error.retry_after).toBeGreaterThan(50);
  expect((await attempt(reader)).status()).toBe(200);
  await open(page, "/auth");
  await submit(page, administrator);
  await expect(alert(page)).toContainText(/Please wait \d+ seconds before trying again\./);
});

test("without a session every admin page leads to the sign-in page", async ({ page }) => {
  for (const path of ["/admin", "/admin/blog", "/admin/blog/new", "/blog-post-manager"]) {
    await page.goto(path);
    await expect(page, path).toHaveURL(/\/auth(\?.*)?$/);
    await expectHydrated(page);
  }
});

test("an account without admin rights sees why, and who can help", async ({ page, faults }) => {
  faults.allowStatus(403);
  const { reader } = accounts();
  await open(page, "/auth");
  await submit(page, reader);
  await expect(page.getByRole("heading", { level: 1, name: "No admin rights" })).toBeVisible();
  await expect(page.getByRole("main")).toContainText(reader.email);
  await expect(page.getByRole("main")).toContainText("hello@foundfirst.example");
  for (const path of ["/admin/blog", "/admin/blog/new"]) {
    const response = await page.goto(path);
    expect(response?.status()).toBe(403);
    expect(response?.headers()["cache-control"]).toContain("no-store");
  }
  const call = await page.context().request.get("/api/admin/posts");
  expect(call.status()).toBe(403);
  await page.getByRole("button", { name: "Logout" }).click();
  await expectPath(page, "/auth");
});

test("signing out is confirmed and ends the session permanently", async ({ page, context }) => {
  await signInCookies(page);
  const before = await context.cookies();
  await open(page, "/admin/blog");
  await page.getByRole("button", { name: "Logout" }).click();
  await expect(page.getByRole("status").filter({ hasText: "Logged out" })).toBeVisible();
  await expectPath(page, "/auth");
  await page.goto("/admin/blog");
  await expectPath(page, "/auth?next=/admin/blog");
  // The old tokens are invalid, not just removed from this browser.
  await context.addCookies(before);
  await page.goto("/admin/blog");
  await expectPath(page, "/auth?next=/admin/blog");
});
