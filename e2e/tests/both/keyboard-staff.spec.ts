import { signInCookies } from "../../support/admin";
import { faultsOf, walk } from "../../support/keyboard";
import { open } from "../../support/pages";
import { expect, test } from "../../support/test";

test.use({ data: "own" });
test.beforeEach(async ({ page }) => signInCookies(page));

for (const path of [
  "/admin/blog",
  "/admin/blog?search=nothing-has-this",
  "/admin/blog/new",
  "/admin/media",
  "/admin/enquiries",
  "/admin/bookings",
  "/admin/subscribers",
  "/admin/staff",
  "/admin/account",
]) {
  test(`Tab goes through ${path}: each stop is in sight and marked, and the walk ends`, async ({
    page,
  }) => {
    test.slow();
    await page.emulateMedia({ reducedMotion: "reduce" });
    await open(page, path);
    const stops = await walk(page);
    expect(stops.length, "stops").toBeGreaterThan(8);
    expect(stops.flatMap(faultsOf)).toEqual([]);
  });
}

test("the focus ring of a section link in the admin area is visible and not clipped", async ({
  page,
}) => {
  await open(page, "/admin/blog");
  await page.getByRole("link", { name: "Found First" }).focus();
  for (const link of await page
    .getByRole("navigation", { name: "Admin" })
    .getByRole("link")
    .all()) {
    await page.keyboard.press("Tab");
    await expect(link).toBeFocused();
    const reach = await link.evaluate((element) => {
      const { outlineStyle, outlineOffset, outlineWidth } = getComputedStyle(element);
      return outlineStyle === "solid"
        ? Number.parseFloat(outlineOffset) + Number.parseFloat(outlineWidth)
        : Number.NaN;
    });
    expect(reach, "beyond the edge of the link").toBeLessThanOrEqual(0);
  }
});
