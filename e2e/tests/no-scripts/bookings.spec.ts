import { expect, test } from "../../support/test";

test.use({ data: "own" });

test("a call is booked, moved and cancelled", async ({ page, faults }) => {
  faults.allowStatus(422);
  await page.goto("/contact?tab=schedule");
  const panel = page.getByRole("tabpanel", { name: "Book Video Call" });
  await panel.getByRole("button", { name: "Book Video Call" }).click();
  await expect(panel.getByText("Please choose a time").last()).toBeVisible();
  await expect(panel.getByRole("radio").first()).toBeFocused();
  await expect(panel.getByRole("radio").first()).toBeInViewport();
  await expect(page.locator("[autofocus]")).toHaveCount(1);
  const start = await panel.getByRole("radio").first().inputValue();
  await panel.getByRole("radio").first().check();
  await panel.getByLabel("Name").fill("P");
  await panel.getByLabel("Email").fill("priya@halvening.example");
  await panel.getByRole("button", { name: "Book Video Call" }).click();
  await expect(panel.getByText("Name must be at least 2 characters").last()).toBeVisible();
  await expect(panel.getByLabel("Email")).toHaveValue("priya@halvening.example");
  await expect(panel.getByRole("radio").first()).toBeChecked();
  await panel.getByLabel("Name").fill("Priya Raman");
  await panel.getByRole("button", { name: "Book Video Call" }).click();

  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Your discovery call");
  await expect(page.locator(`time[datetime="${start}"]`)).toBeVisible();
  await page.getByRole("radio").last().check();
  await page.getByRole("button", { name: "Move my call" }).click();
  await expect(page.getByText("Your call has been moved.")).toBeVisible();
  await expect(page.locator(`time[datetime="${start}"]`)).toHaveCount(0);

  await page.getByText("Cancel this call").click();
  await page.getByRole("button", { name: "Yes, cancel my call" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("This call is cancelled");
});
