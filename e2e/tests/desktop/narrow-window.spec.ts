import { open } from "../../support/pages";
import { expect, test } from "../../support/test";

test.use({ viewport: { width: 390, height: 844 } });

test("a menu whose code could not be fetched can be asked for again", async ({ page, faults }) => {
  faults.allow(/net::ERR_FAILED/);
  await open(page, "/");
  const opener = page.getByRole("button", { name: "Open menu" });
  await page.route("**/menu-sheet-*.js", (route) => route.abort());
  const failed = page.waitForEvent("requestfailed");
  await opener.click();
  await failed;
  await expect(opener).toHaveAttribute("aria-expanded", "false");
  await page.unrouteAll();
  await opener.click();
  await expect(page.getByRole("dialog", { name: "Menu" })).toBeVisible();
});
