import { readFileSync } from "node:fs";
import { test as base, expect } from "./test";

const PAGE = new URL("../../docs/writing.md", import.meta.url);

/** The clicks of a job as docs/writing.md has them: here, and in the products that can do it. */
interface Promised {
  here: number;
  others: number[];
}

/** Reads the table of docs/writing.md: job, how it is done, and three numbers, the last two of which may be "–". */
export function promisedClicks(): Map<string, Promised> {
  const rows = readFileSync(PAGE, "utf8").matchAll(
    /^\| ([^|]+?) +\| [^|]+ \| +(\d+) \| +(\d+|–) \| +(\d+|–) \|$/gm,
  );
  return new Map(
    [...rows].map(([, name = "", here, ...others]) => [
      name,
      { here: Number(here), others: others.filter((count) => count !== "–").map(Number) },
    ]),
  );
}

interface ClickFixtures {
  /**
   * Does the job of docs/writing.md that the test is called after, and expects the clicks that are promised there: no
   * more than in the product that needs fewer. Presses of the mouse count in every tab, and one for each question of
   * the browser's own, which is answered with yes. Keys and the file dialog of the operating system do not count.
   */
  count: (job: () => Promise<void>) => Promise<void>;
}

export const test = base.extend<ClickFixtures>({
  count: async ({ page, context }, use, { title }) => {
    let clicks = 0;
    await context.exposeBinding("countClick", () => {
      clicks += 1;
    });
    await context.addInitScript(() => {
      const { countClick } = globalThis as unknown as { countClick: () => void };
      const onPress = (event: PointerEvent) => {
        if (event.isTrusted && event.pointerType === "mouse") countClick();
      };
      addEventListener("pointerdown", onPress, { capture: true });
    });
    page.on("dialog", (dialog) => {
      clicks += 1;
      void dialog.accept();
    });
    await use(async (job) => {
      clicks = 0;
      await job();
      const promised = promisedClicks().get(title);
      expect(promised, "the row of docs/writing.md").toBeDefined();
      const { here, others } = promised ?? { here: 0, others: [] };
      await expect.poll(() => clicks, "clicks, as docs/writing.md has them").toBe(here);
      expect(here, "clicks, and in Ghost or WordPress").toBeLessThanOrEqual(Math.min(...others));
    });
  },
});

export { expect };
