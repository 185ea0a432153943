import type { Page } from "@playwright/test";
import { open } from "../../support/pages";
import { expect, test } from "../../support/test";

test.use({ data: "own" });

const h1 = (page: Page) => page.getByRole("heading", { level: 1 });
/** The times of the current day. */
const times = (page: Page) => page.getByRole("radio");
/** A time on any day, visible or not. */
const at = (page: Page, start: string) => page.locator(`input[type="radio"][value="${start}"]`);

/** Chooses a time of the current day. Returns its start. */
async function choose(page: Page, which: "first" | "last"): Promise<string> {
  const radio = times(page)[which]();
  await radio.check();
  return radio.inputValue();
}

test("a call is booked, moved and cancelled, and its time is not available meanwhile", async ({
  page,
  newVisitor,
}) => {
  await open(page, "/contact?tab=schedule");
  const start = await choose(page, "first");
  const panel = page.getByRole("tabpanel", { name: "Book Video Call" });
  await panel.getByLabel("Name").fill("Priya Raman");
  await panel.getByLabel("Email").fill("priya@halvening.example");
  await panel.getByLabel("What should we talk about?").fill("The move in June");
  await panel.getByRole("button", { name: "Book Video Call" }).click();
  await expect(page.getByRole("heading", { name: "You are booked" })).toBeFocused();

  const other = await newVisitor();
  await open(other, "/contact?tab=schedule");
  await expect(times(other).first()).toBeVisible();
  await expect(at(other, start)).toHaveCount(0);

  await page.getByRole("link", { name: "Move or cancel this call" }).click();
  await expect(h1(page)).toHaveText("Your discovery call");
  await expect(page.getByText("Booked for Priya Raman")).toBeVisible();
  await expect(page.locator(`time[datetime="${start}"]`)).toBeVisible();
  const later = await choose(page, "last");
  await page.getByRole("button", { name: "Move my call" }).click();
  await expect(page.getByText("Your call has been moved.")).toBeVisible();
  await expect(page.locator(`time[datetime="${later}"]`)).toBeVisible();

  await open(other, "/contact?tab=schedule");
  await expect(at(other, start)).toHaveCount(1);
  await expect(at(other, later)).toHaveCount(0);

  await page.getByText("Cancel this call").click();
  await page.getByRole("button", { name: "Yes, cancel my call" }).click();
  await expect(h1(page)).toHaveText("This call is cancelled");
  await open(other, "/contact?tab=schedule");
  await expect(at(other, later)).toHaveCount(1);
});

test("a visitor who is too late is told, and retries", async ({ page, newVisitor, faults }) => {
  faults.allowStatus(409);
  const other = await newVisitor();
  for (const [visitor, email] of [
    [page, "priya@halvening.example"],
    [other, "tom@halvening.example"],
  ] as const) {
    await open(visitor, "/contact?tab=schedule");
    await choose(visitor, "first");
    await visitor.getByLabel("Name").last().fill("Priya Raman");
    await visitor.getByLabel("Email").last().fill(email);
  }
  const start = await times(page).first().inputValue();
  const send = (visitor: Page) =>
    visitor.getByRole("button", { name: "Book Video Call", exact: true }).click();
  await send(page);
  await expect(page.getByRole("heading", { name: "You are booked" })).toBeVisible();
  await send(other);
  await expect(other.getByText("That time has just been taken.")).toBeVisible();
  await expect(at(other, start)).toHaveCount(0);
  await choose(other, "first");
  await send(other);
  await expect(other.getByRole("heading", { name: "You are booked" })).toBeVisible();
});
