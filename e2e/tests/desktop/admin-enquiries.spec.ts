import type { Page } from "@playwright/test";
import { signInCookies } from "../../support/admin";
import { expectAccessible } from "../../support/axe";
import { expectNothingMore, expectPath, open } from "../../support/pages";
import { expect, test } from "../../support/test";

test.use({ data: "own" });
test.beforeEach(async ({ page }) => signInCookies(page));

/** Sends a message as a visitor. */
async function send(page: Page, fields: Record<string, string>): Promise<void> {
  const response = await page.context().request.post("/api/functions/send-contact-email", {
    data: { data: { website: "example.org", elapsed_ms: 5000, ...fields } },
  });
  expect(response.status()).toBe(200);
}

const ANNA = {
  type: "contact",
  name: "Anna Example",
  email: "anna@example.org",
  message: "How long until we are found?",
};
const BOB = {
  type: "audit",
  name: "Bob Example",
  email: "bob@example.org",
  message: "Please look at our pages",
};

const names = (page: Page) => page.locator(".entry-name").allTextContents();

test("enquiries are found, filtered and downloaded, with the filters in the address", async ({
  page,
}) => {
  await send(page, ANNA);
  await send(page, BOB);
  await open(page, "/admin/enquiries");
  await expect(page.getByRole("heading", { level: 1, name: "Enquiries" })).toBeVisible();
  expect(await names(page)).toEqual(["Bob Example", "Anna Example"]);
  await page.getByText("Bob Example").click();
  await expect(page.getByText("Please look at our pages")).toBeVisible();
  await expectAccessible(page);

  const forms = page.getByRole("navigation", { name: "Form" });
  await forms.getByRole("link", { name: "Contact" }).click();
  await expectPath(page, "/admin/enquiries?type=contact");
  await expect.poll(() => names(page)).toEqual(["Anna Example"]);
  const field = page.getByRole("searchbox", { name: "Search enquiries" });
  await field.fill("zzzz");
  await field.press("Enter");
  await expect(page.getByRole("heading", { name: "No enquiries found." })).toBeVisible();
  await expectPath(page, "/admin/enquiries?search=zzzz&type=contact");

  await open(page, "/admin/enquiries");
  const downloading = page.waitForEvent("download");
  await page.getByRole("link", { name: "Download CSV" }).click();
  expect((await downloading).suggestedFilename()).toBe("enquiries.csv");
});

test("an enquiry gets a status and a note, and is answered by email", async ({ page }) => {
  await send(page, ANNA);
  await open(page, "/admin/enquiries");
  await page.getByText("Anna Example").click();
  await page.getByRole("combobox", { name: "Status" }).selectOption("Done");
  await page.getByRole("textbox", { name: "Note" }).fill("Called back.");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("status").filter({ hasText: "Enquiry saved." })).toBeVisible();
  await expect(page.getByRole("link", { name: "Reply by email" })).toHaveAttribute(
    "href",
    /^mailto:anna@example\.org\?subject=/,
  );
  await open(page, "/admin/enquiries?status=done");
  await page.getByText("Anna Example").click();
  await expect(page.getByRole("textbox", { name: "Note" })).toHaveValue("Called back.");
});

test("a person's data is erased after confirmation", async ({ page }) => {
  await send(page, ANNA);
  await send(page, BOB);
  await open(page, "/admin/enquiries");
  await page.getByRole("textbox", { name: "Email address" }).fill("ANNA@example.org");
  await page.getByRole("button", { name: "Erase data" }).click();
  await expect(page.getByRole("dialog")).toHaveAccessibleName(
    "Erase all data about ANNA@example.org?",
  );
  await page.getByRole("button", { name: "Erase everything" }).click();
  await expect(page.getByRole("status").filter({ hasText: "data has been erased" })).toBeVisible();
  await expect.poll(() => names(page)).toEqual(["Bob Example"]);
});

test("subscribers are listed and erased", async ({ page }) => {
  await send(page, { type: "newsletter", email: "anna@example.org" });
  await open(page, "/admin/subscribers");
  await expect(page.getByRole("row", { name: /anna@example\.org Pending/ })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Erase anna@example.org" }).click();
  await expect(page.getByRole("dialog")).toHaveAccessibleName(
    "Erase anna@example.org from the newsletter?",
  );
  await page.getByRole("button", { name: "Erase", exact: true }).click();
  await expect(page.getByRole("heading", { name: "No subscribers found." })).toBeVisible();
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
});

test("a view of the list that cannot be loaded is reported, and the list stays", async ({
  page,
  faults,
}) => {
  faults.allowStatus(500);
  faults.allow(/net::ERR_FAILED/);
  await send(page, ANNA);
  await send(page, BOB);
  await open(page, "/admin/enquiries");
  const filter = page
    .getByRole("navigation", { name: "Form" })
    .getByRole("link", { name: "Contact" });
  const failure = page.getByRole("alert").filter({ hasText: /./ }).last();
  await page.route("**/_data/**", (route) => route.abort());
  await filter.click();
  await expect(failure).toContainText("The enquiries could not be loaded");
  await expect(failure).toContainText("Check the connection and try again.");
  await page.unrouteAll();
  await page.route("**/_data/**", (route) =>
    route.fulfill({ status: 500, json: { error: { code: "internal", message: "Disk full." } } }),
  );
  await filter.click();
  await expect(failure).toContainText("Disk full.");
  await expectPath(page, "/admin/enquiries");
  expect(await names(page)).toEqual(["Bob Example", "Anna Example"]);
});

test("leaving before the response to a change does not lead back", async ({ page }) => {
  await send(page, ANNA);
  await open(page, "/admin/enquiries");
  let letIn = () => {};
  await page.route("**/api/admin/enquiries/*", async (route) => {
    await new Promise<void>((resolve) => {
      letIn = resolve;
    });
    await route.continue();
  });
  const saved = page.getByRole("status").filter({ hasText: "Enquiry saved." });
  const markDone = async () => {
    await page.getByText("Anna Example").click();
    await page.getByRole("combobox", { name: "Status" }).selectOption("Done");
    const asked = page.waitForRequest("**/api/admin/enquiries/*");
    await page.getByRole("button", { name: "Save" }).click();
    await asked;
  };

  // Goes to another view of the list, which then shows the change.
  await markDone();
  await page
    .getByRole("navigation", { name: "Form" })
    .getByRole("link", { name: "Contact" })
    .click();
  await expectPath(page, "/admin/enquiries?type=contact");
  letIn();
  await expect(saved).toBeVisible();
  await expect(page.locator(".entry-badges").getByText("Done", { exact: true })).toBeVisible();
  await expectPath(page, "/admin/enquiries?type=contact");

  // Goes to another page.
  await open(page, "/admin/enquiries");
  await markDone();
  await page.getByRole("link", { name: "Subscribers" }).click();
  await expectPath(page, "/admin/subscribers");
  letIn();
  await expect(saved).toBeVisible();
  await expectNothingMore(page);
  await expectPath(page, "/admin/subscribers");
});
