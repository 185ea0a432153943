import { readFileSync } from "node:fs";
import { test as base, expect } from "./test";

const PAGE = new URL("../../docs/writing.md", import.meta.url);

/** The number of clicks for a task in docs/writing.md: here, and in other products. */
interface Promised {
  here: number;
  others: number[];
}

/** Parses the table of docs/writing.md: task, description, and three numbers, the last two of which may be "–". */
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
   * Performs the task of docs/writing.md with the name of the test, and expects the number of clicks stated there,
   * which must not exceed that of the best other product. Mouse presses count in every tab, as does each native
   * confirmation, which is accepted. Keys and native file dialogs do not count.
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
