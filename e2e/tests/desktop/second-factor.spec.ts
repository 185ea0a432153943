import type { Page } from "@playwright/test";
import { signInCookies } from "../../support/admin";
import { addAuthenticator } from "../../support/authenticator";
import { expectAccessible } from "../../support/axe";
import { expectPath, open } from "../../support/pages";
import { accounts } from "../../support/templates";
import { expect, test } from "../../support/test";
import { totp } from "../../support/totp";

// Passkeys need a host name, and factors are stored, so each test has its own server.
test.use({ data: "named" });

const button = (page: Page, name: string) =>
  page.getByRole("main").getByRole("button", { name, exact: true });
const section = (page: Page) => page.getByRole("region", { name: "Two-step sign-in" });

/** Signs out, then signs in up to the second step. */
async function askForSecondStep(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Logout" }).click();
  await expectPath(page, "/auth");
  const { email, password } = accounts().administrator;
  await page.getByRole("textbox", { name: "Email" }).fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await button(page, "Login").click();
  await expect(
    page.getByRole("heading", { name: "Enter the code from your authenticator app" }),
  ).toBeVisible();
}

/** Sets up an authenticator app on the account page. Returns its key and the recovery codes. */
async function setUpApp(page: Page): Promise<{ key: string; codes: string[] }> {
  await button(page, "Set up app").click();
  await expect(page.getByRole("img", { name: "QR code for your authenticator app" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Scan the code with your app" })).toBeFocused();
  await expectAccessible(page);
  const key = (await section(page).locator("code").textContent()) ?? "";
  const code = page.getByRole("textbox", { name: "Code from your app" });
  await code.fill(totp(key));
  await button(page, "Turn on").click();
  await expect(page.getByRole("heading", { name: "Save your recovery codes" })).toBeFocused();
  await expectAccessible(page);
  const codes = await page.locator(".recovery-codes li").allTextContents();
  expect(codes).toHaveLength(10);
  return { key, codes };
}

test("staff sign in with a passkey, with an app, and with a recovery code when the phone is lost", async ({
  page,
  faults,
}) => {
  // The password alone, three times.
  faults.allowStatus(401);
  await addAuthenticator(page);
  await signInCookies(page);
  await open(page, "/admin/account");
  await expect(section(page)).toContainText("Off");
  const { key, codes } = await setUpApp(page);
  await button(page, "I have saved them").click();
  await expect(page.getByRole("heading", { name: "Two-step sign-in" })).toBeFocused();
  await expect(section(page)).toContainText("On");

  await button(page, "Add passkey").click();
  await expect(page.getByRole("textbox", { name: "Name" })).toBeFocused();
  await page.getByRole("textbox", { name: "Name" }).fill("Work laptop");
  await button(page, "Add").click();
  await expect(section(page)).toContainText("Work laptop");
  await expect(section(page)).toContainText("not used yet");
  await expectAccessible(page);

  await askForSecondStep(page);
  await expectAccessible(page);
  await button(page, "Use a passkey").click();
  await expectPath(page, "/blog-post-manager");

  await askForSecondStep(page);
  // The current code was used to set up the app, and each code can be used once.
  await page.getByRole("textbox", { name: "Code from your app" }).fill(totp(key, 1));
  await button(page, "Continue").click();
  await expectPath(page, "/blog-post-manager");

  await askForSecondStep(page);
  await button(page, "Use a recovery code").click();
  await page.getByRole("textbox", { name: "Recovery code" }).fill(codes[0] ?? "");
  await button(page, "Continue").click();
  await expectPath(page, "/blog-post-manager");
  await open(page, "/admin/account");
  await expect(section(page)).toContainText("9 codes are left.");
  await expect(section(page)).not.toContainText("not used yet");
});

test("a wrong code is reported at its field, and without factors only the password is required", async ({
  page,
  faults,
}) => {
  faults.allowStatus(401);
  await signInCookies(page);
  await open(page, "/admin/account");
  const { key } = await setUpApp(page);
  await askForSecondStep(page);
  await button(page, "Back to Login").click();
  const password = page.getByLabel("Password", { exact: true });
  await expect(password).toBeFocused();
  await password.fill(accounts().administrator.password);
  await button(page, "Login").click();
  const code = page.getByRole("textbox", { name: "Code from your app" });
  await button(page, "Continue").click();
  await expect(code).toHaveAccessibleDescription(/Enter a code/);
  await code.fill("000000");
  await button(page, "Continue").click();
  await expect(code).toHaveAccessibleDescription(/This code is wrong/);
  await expect(code).toBeFocused();
  await code.fill(totp(key, 1));
  await button(page, "Continue").click();
  await expectPath(page, "/blog-post-manager");

  await open(page, "/admin/account");
  await button(page, "Remove app").click();
  await page.getByRole("dialog").getByRole("button", { name: "Remove", exact: true }).click();
  await expect(button(page, "Set up app")).toBeFocused();
  await expect(section(page)).toContainText("Off");
  await expect(button(page, "Get new codes")).toHaveCount(0);
  await signInCookies(page);
});
