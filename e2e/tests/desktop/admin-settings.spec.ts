import { signInCookies } from "../../support/admin";
import { expectAccessible } from "../../support/axe";
import { expectPath, open } from "../../support/pages";
import { expect, test } from "../../support/test";

test.use({ data: "own" });
test.beforeEach(async ({ page }) => signInCookies(page));

test("a change shows on the site at once, and an earlier version can be loaded and saved again", async ({
  page,
}) => {
  await open(page, "/admin/settings");
  await expectAccessible(page);
  await page.getByLabel("Strapline").fill("Found before lunch.");
  await page.getByRole("button", { name: "Add profile" }).click();
  await page.getByLabel("Network 3").fill("Mastodon");
  await page.getByLabel("Address 3").fill("https://social.example/@found");
  const second = await page.getByLabel("Network 2").inputValue();
  await page.getByRole("button", { name: "Remove profile 1" }).click();
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByText("Settings saved.")).toBeVisible();
  await expect(page.getByLabel("Strapline")).toHaveValue("Found before lunch.");
  const site = await page.context().newPage();
  await site.goto(new URL("/contact", page.url()).href);
  await expect(site.getByText("Found before lunch.")).toBeVisible();
  await expect(site.getByRole("link", { name: "Mastodon" })).toHaveCount(1);
  await site.close();
  await expect(page.getByLabel("Network 1")).toHaveValue(second);
  await expect(page.getByLabel("Network 2")).toHaveValue("Mastodon");

  await page.getByLabel("Strapline").fill("Found before breakfast.");
  await page.getByRole("button", { name: "Save changes" }).click();
  const versions = page.getByRole("region", { name: "Earlier versions" });
  await expect(versions.getByRole("listitem")).toHaveCount(2);
  await versions.getByRole("button", { name: "Load" }).click();
  await expect(page.getByLabel("Strapline")).toHaveValue("Found before lunch.");
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(versions.getByRole("listitem")).toHaveCount(3);
  await expect(page.getByLabel("Strapline")).toHaveValue("Found before lunch.");
});

test("going back to a prefetched page asks about changes first", async ({ page }) => {
  await open(page, "/admin/blog");
  await page.getByRole("link", { name: "Settings", exact: true }).click();
  await page.getByLabel("Strapline").fill("Found before lunch.");
  const asked: string[] = [];
  page.on("dialog", (dialog) => {
    asked.push(dialog.type());
    void dialog.dismiss();
  });
  const fetched = page.waitForResponse("**/_data/admin/blog");
  await page.locator('a[href="/admin/blog"]').first().hover();
  await fetched;
  await page.evaluate(() => history.back());
  await expect.poll(() => asked).toEqual(["confirm"]);
  await expectPath(page, "/admin/settings");
  await expect(page.getByLabel("Strapline")).toHaveValue("Found before lunch.");
});

test("all errors are shown at the same time, and pasted text is not truncated", async ({
  page,
  faults,
}) => {
  faults.allowStatus(422);
  await open(page, "/admin/settings");
  const long = "The settings of a company. ".repeat(10);
  await page.getByLabel("Strapline").fill(long);
  await page.getByLabel("Monday").clear();
  await page.keyboard.insertText("09:30-12:00, 13:00-17:00");
  await page.getByLabel("Registered name").fill("");
  await page.getByLabel("Gap after a call").fill("");
  await page.getByLabel("Booking window").fill("a month");
  await page.getByRole("button", { name: "Save changes" }).click();
  for (const message of [
    "Enter the company's registered name",
    "Use at most 200 characters on one line",
    "must be HH:MM-HH:MM, with the end after the start",
  ]) {
    await expect(page.getByText(message)).toBeVisible();
  }
  await expect(page.getByText("Enter a whole number")).toHaveCount(2);
  await expect(page.getByLabel("Registered name")).toBeFocused();
  await expect(page.getByLabel("Strapline")).toHaveValue(long);
  await expect(page.getByLabel("Monday")).toHaveValue("09:30-12:00, 13:00-17:00");
});

test("errors from the server are shown at their fields, and nothing is lost", async ({
  page,
  faults,
}) => {
  faults.allowStatus(422);
  await open(page, "/admin/settings");
  await page.getByLabel("Strapline").fill("Kept");
  await page.getByLabel("Monday").fill("9 to 5");
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByLabel("Monday")).toBeFocused();
  await expect(page.getByText("must be HH:MM-HH:MM, with the end after the start")).toBeVisible();
  await expectAccessible(page);
  await expect(page.getByLabel("Strapline")).toHaveValue("Kept");
  // Leaving asks first.
  page.once("dialog", (dialog) => dialog.dismiss());
  await page.getByRole("link", { name: "Media" }).click();
  await expect(page).toHaveURL(/\/admin\/settings$/);
});
