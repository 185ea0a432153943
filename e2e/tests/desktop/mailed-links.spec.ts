import { expectHydrated, expectPath, open } from "../../support/pages";
import { accountLink, mailTo } from "../../support/mail";
import { accounts } from "../../support/templates";
import { expect, test } from "../../support/test";

test.use({ data: "own" });

test("the link in an email leaves no token in the address, the history or scripts", async ({
  page,
  site,
}) => {
  const { reader } = accounts();
  const api = page.context().request;
  await api.post("/api/auth/reset-password", { data: { email: reader.email } });
  const link = await accountLink(site, reader.email, "update_password");
  const token = new URL(link, site.url).searchParams.get("token") ?? "";
  expect(token).toHaveLength(43);

  await open(page, "/about");
  const before = await page.evaluate(() => history.length);
  await open(page, link);
  await expectPath(page, "/auth?mode=update_password");
  expect(await page.evaluate(() => history.length)).toBe(before + 1);
  const seen = await page.evaluate(() =>
    [document.cookie, document.referrer, location.href, JSON.stringify(history.state)].join(" "),
  );
  expect(seen).not.toContain(token);

  const heading = page.getByRole("heading", { level: 1, name: "Set new password" });
  const password = page.getByLabel("New password", { exact: true });
  await expect(heading).toBeVisible();
  await page.reload();
  await expectHydrated(page);
  await expect(password).toBeVisible();
  // Leaves the page within the site, and returns.
  await page.locator('a[href="/"]').first().click();
  await expect(heading).toHaveCount(0);
  await page.goBack();
  await expect(password).toBeVisible();
  await password.fill("a better battery staple");
  await page.getByRole("button", { name: "Set new password" }).click();
  await expectPath(page, "/auth");
});

test("the newsletter's links are pressed at addresses without a token", async ({ page, site }) => {
  const address = "ada@example.test";
  const data = { type: "newsletter", email: address };
  await page.context().request.post("/api/functions/send-contact-email", { data: { data } });
  const mail = await mailTo(site, address, "/newsletter/confirm?token=");
  const token = /\/newsletter\/confirm\?token=([\w-]+)/.exec(mail)?.[1] ?? "";
  for (const [path, button, done] of [
    ["/newsletter/confirm", "Confirm subscription", "You are on"],
    ["/newsletter/unsubscribe", "Unsubscribe", "unsubscribed"],
  ] as const) {
    await open(page, `${path}?token=${token}`);
    await expectPath(page, path);
    await page.getByRole("button", { name: button }).click();
    await expect(page.getByRole("main")).toContainText(done);
    await expectPath(page, path);
  }
});
