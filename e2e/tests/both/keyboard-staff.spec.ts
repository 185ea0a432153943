import { signInCookies } from "../../support/admin";
import { faultsOf, walk } from "../../support/keyboard";
import { open } from "../../support/pages";
import { expect, test } from "../../support/test";

test.use({ data: "own" });
test.beforeEach(async ({ page }) => signInCookies(page));

for (const path of [
  "/admin/blog",
  "/admin/blog?search=nothing-has-this",
  "/admin/media",
  "/admin/enquiries",
  "/admin/bookings",
  "/admin/subscribers",
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
