import type { Page } from "@playwright/test";

declare global {
  /** How far content has shifted without user input. */
  var moved: number;
}

/** Counts layout shifts from the next page load on. Returns a function that reads their sum. */
export async function countShifts(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    globalThis.moved = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[])
        globalThis.moved += entry.value;
    }).observe({ type: "layout-shift", buffered: true });
  });
  return () => page.evaluate(() => globalThis.moved);
}
