import { faultsOf, walk } from "../../support/keyboard";
import { open, PUBLIC_PAGES, type PublicPage } from "../../support/pages";
import { expect, test } from "../../support/test";

const PATHS: readonly Pick<PublicPage, "path" | "status">[] = [
  ...PUBLIC_PAGES,
  { path: "/privacy" },
  { path: "/blog?search=nothing-has-this" },
];

for (const { path, status = 200 } of PATHS) {
  test(`Tab goes through ${path}: each stop is in sight and marked, and the walk ends`, async ({
    page,
    faults,
  }) => {
    test.slow();
    if (status !== 200) faults.allowStatus(status);
    await page.emulateMedia({ reducedMotion: "reduce" });
    await open(page, path);
    const stops = await walk(page);
    expect(stops.length, "stops").toBeGreaterThan(4);
    expect(stops.flatMap(faultsOf)).toEqual([]);
    expect(stops[0]?.name, "the first stop").toContain("Skip to content");
    const backwards = stops.filter(
      ({ order }, index) => index > 0 && order < (stops[index - 1]?.order ?? 0),
    );
    expect(
      backwards.map(({ name }) => name),
      "stops before the one they follow",
    ).toEqual([]);
  });
}
