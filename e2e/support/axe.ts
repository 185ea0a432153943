import AxeBuilder from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";

const LEVELS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];

/** Checks the page in its current state against WCAG 2.2 AA, including contrast. */
export async function expectAccessible(page: Page): Promise<void> {
  await settle(page);
  const { violations } = await new AxeBuilder({ page })
    // Pages have no frames, so a single run in the page is enough.
    .setLegacyMode()
    .options({ runOnly: LEVELS, resultTypes: ["violations"] })
    .analyze();
  const lines = violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${id}: ${node.target.join(" ")} – ${node.failureSummary ?? ""}`),
  );
  expect(lines).toEqual([]);
}

/** Waits until no animation is running, as contrasts are wrong during a fade. */
async function settle(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await document.fonts.ready;
    const running = document.getAnimations().filter((animation) => {
      const { iterations } = animation.effect?.getComputedTiming() ?? {};
      // Scroll-driven animations never finish.
      const isTimed = animation.timeline instanceof DocumentTimeline;
      return (
        isTimed && animation.playState === "running" && iterations !== Number.POSITIVE_INFINITY
      );
    });
    await Promise.allSettled(running.map((animation) => animation.finished));
  });
}
