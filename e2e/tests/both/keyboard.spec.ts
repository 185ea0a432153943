import { type Stop, walk } from "../../support/keyboard";
import { open, PUBLIC_PAGES, type PublicPage } from "../../support/pages";
import { expect, test } from "../../support/test";

const PATHS: readonly Pick<PublicPage, "path" | "status">[] = [
  ...PUBLIC_PAGES,
  { path: "/privacy" },
  { path: "/blog?search=nothing-has-this" },
];

/** What is wrong with a stop; nothing when whoever arrives there by Tab sees where they are. */
function faultsOf({ name, isSeen, isMarked, coveredBy }: Stop): string[] {
  const faults = [];
  if (!isSeen) faults.push(`${name} cannot be seen`);
  if (!isMarked) faults.push(`${name} does not show that it has focus`);
  if (coveredBy) faults.push(`${name} lies under ${coveredBy}`);
  return faults;
}

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
