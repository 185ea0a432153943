import { expect, test } from "../../support/test";

test("the selector shows its first question and a link that skips it", async ({ page }) => {
  await page.goto("/");
  const selector = page.locator("#service-selector");
  await expect(selector.getByText("Question 1 of 3")).toBeVisible();
  await expect(selector.getByRole("radio")).toHaveCount(5);
  await expect(
    selector.getByRole("link", { name: "Skip the questions and ask us" }),
  ).toHaveAttribute("href", "/contact");
  for (const name of ["Next", "Back"]) {
    await expect(selector.getByRole("button", { name })).toBeHidden();
  }
});
