import type { Page } from "@playwright/test";
import { signInCookies } from "../../support/admin";
import { expectAccessible } from "../../support/axe";
import { expectPath, open } from "../../support/pages";
import { expect, test } from "../../support/test";

test.use({ data: "own" });
test.beforeEach(async ({ page }) => signInCookies(page));

interface FreeTimes {
  slots: { start: string }[];
}

const free = async (page: Page): Promise<string[]> => {
  const response = await page.context().request.get("/api/availability");
  return ((await response.json()) as FreeTimes).slots.map(({ start }) => start);
};

/** Books the first free time as a visitor. Returns its start. */
async function book(page: Page, name: string, message = ""): Promise<string> {
  const [start = ""] = await free(page);
  const email = `${name.split(" ", 1)[0]?.toLowerCase()}@example.org`;
  const response = await page.context().request.post("/api/bookings", {
    data: { start, name, email, website: "", message, nickname: "", elapsed_ms: 5000 },
  });
  expect(response.status()).toBe(201);
  return start;
}

const names = (page: Page) => page.locator(".entry-name").allTextContents();
const dialog = (page: Page) => page.getByRole("dialog");

test("calls are found, filtered and downloaded, with the filters in the address", async ({
  page,
}) => {
  await book(page, "Anna Example", "The move in June");
  await book(page, "Bob Example");
  await open(page, "/admin/enquiries");
  await page
    .getByRole("navigation", { name: "Admin" })
    .getByRole("link", { name: "Bookings" })
    .click();
  await expectPath(page, "/admin/bookings");
  await expect(page.getByRole("heading", { level: 1, name: "Bookings" })).toBeVisible();
  expect(await names(page)).toEqual(["Anna Example", "Bob Example"]);
  await page.getByText("Anna Example").click();
  await expect(page.getByText("The move in June")).toBeVisible();
  await expect(page.getByRole("link", { name: "Reply by email" }).first()).toHaveAttribute(
    "href",
    /^mailto:anna@example\.org\?subject=Your%20call/,
  );
  await expectAccessible(page);

  await page
    .getByRole("navigation", { name: "Status" })
    .getByRole("link", { name: "Past" })
    .click();
  await expectPath(page, "/admin/bookings?status=past");
  await expect(page.getByRole("heading", { name: "No bookings found." })).toBeVisible();
  await open(page, "/admin/bookings");
  const field = page.getByRole("searchbox", { name: "Search bookings" });
  await field.fill("JUNE");
  await field.press("Enter");
  await expectPath(page, "/admin/bookings?search=JUNE");
  await expect.poll(() => names(page)).toEqual(["Anna Example"]);

  const downloading = page.waitForEvent("download");
  await page.getByRole("link", { name: "Download CSV" }).click();
  expect((await downloading).suggestedFilename()).toBe("bookings.csv");
});

test("a call is cancelled after confirmation, and its time is free again", async ({ page }) => {
  const start = await book(page, "Anna Example");
  await open(page, "/admin/bookings");
  await page.getByText("Anna Example").click();
  const cancel = page.getByRole("button", { name: "Cancel this call" });
  await cancel.click();
  await expect(dialog(page)).toHaveAccessibleName("Cancel the call with Anna Example?");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Keep it" }).click();
  await expect(dialog(page)).toHaveCount(0);
  await expect(cancel).toBeFocused();
  expect(await free(page)).not.toContain(start);

  await cancel.click();
  await page.getByRole("button", { name: "Cancel the call" }).click();
  await expect(page.getByRole("status").filter({ hasText: "Call cancelled." })).toBeVisible();
  await expect(page.locator(".entry-badges").getByText("Cancelled")).toBeVisible();
  await expect(cancel).toHaveCount(0);
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
  expect(await free(page)).toContain(start);
});

test("a cancellation that fails is reported, and its dialog stays", async ({ page, faults }) => {
  faults.allow(/net::ERR_FAILED/);
  await book(page, "Anna Example");
  await open(page, "/admin/bookings");
  await page.route("**/api/admin/bookings/*", (route) => route.abort());
  await page.getByText("Anna Example").click();
  await page.getByRole("button", { name: "Cancel this call" }).click();
  await page.getByRole("button", { name: "Cancel the call" }).click();
  const failure = page.getByRole("alert").filter({ hasText: "The call could not be cancelled" });
  await expect(failure).toBeVisible();
  await expect(dialog(page)).toBeVisible();
  await page.unroute("**/api/admin/bookings/*");
  await page.getByRole("button", { name: "Cancel the call" }).click();
  await expect(dialog(page)).toHaveCount(0);
});
