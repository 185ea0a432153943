import type { CDPSession, Page } from "@playwright/test";

/** How many times slower than the reference machine the simulated processor is. */
const SLOWDOWN = 4;

/** Duration of `unitOfWork` on the reference machine (two idle cores of a server's Xeon), in milliseconds. */
const REFERENCE = 12;

const TURNS = 9;

interface Interaction extends PerformanceEntry {
  interactionId: number;
}

/** Performs a fixed amount of work on the page's main thread. Returns its duration in milliseconds. */
function unitOfWork(): number {
  const started = performance.now();
  let state = 1;
  const seen = new Map<number, string>();
  for (let step = 0; step < 120_000; step++) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    seen.set(state % 4_096, `${step}:${state}`);
  }
  return performance.now() - started;
}

/** Returns the quantile of some values. */
const quantile = (values: number[], share: number): number =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length * share)] ?? 0;

/**
 * Measures the time from a key or press to the next paint, on a processor at a quarter of the reference machine's
 * speed. A machine that is slower than the reference, or busy with other tests, is throttled less. If it is still too
 * slow, the result is scaled down.
 */
export class Responsiveness {
  private constructor(
    private readonly page: Page,
    private readonly session: CDPSession,
  ) {}

  static async watch(page: Page): Promise<Responsiveness> {
    return new Responsiveness(page, await page.context().newCDPSession(page));
  }

  /**
   * Returns the time of the slowest interaction of a turn, in milliseconds on the simulated processor: the lower
   * quartile of several turns, as other programs can only make a turn slower.
   * @param turn performs one interaction and waits for its result
   * @param back undoes it, unmeasured
   */
  async measure(turn: () => Promise<void>, back: () => Promise<void>): Promise<number> {
    const slowest: number[] = [];
    for (let round = 0; round < TURNS; round++) {
      const before = await this.factor();
      const rate = Math.max(1, SLOWDOWN / Math.max(1, before));
      await this.slowDown(rate);
      await this.observe();
      await turn();
      const taken = await this.longest();
      await this.slowDown(1);
      const machine = rate * Math.max(1, (before + (await this.factor())) / 2);
      slowest.push((taken * SLOWDOWN) / Math.max(SLOWDOWN, machine));
      await back();
    }
    return quantile(slowest, 0.25);
  }

  /** Returns how many times slower than the reference this machine is now. */
  private async factor(): Promise<number> {
    const times: number[] = [];
    for (let round = 0; round < 5; round++) times.push(await this.page.evaluate(unitOfWork));
    return quantile(times, 0.5) / REFERENCE;
  }

  private async slowDown(rate: number): Promise<void> {
    await this.session.send("Emulation.setCPUThrottlingRate", { rate });
  }

  private async observe(): Promise<void> {
    await this.page.evaluate(() => {
      const durations: number[] = [];
      const take = (entries: PerformanceEntryList) => {
        for (const entry of entries as Interaction[])
          if (entry.interactionId) durations.push(entry.duration);
      };
      const observer = new PerformanceObserver((list) => take(list.getEntries()));
      observer.observe({ type: "event", durationThreshold: 16 } as PerformanceObserverInit);
      Object.assign(window, {
        interactions: () => {
          take(observer.takeRecords());
          observer.disconnect();
          return durations;
        },
      });
    });
  }

  /** Returns the longest interaction since `observe`; 16 if it was too short to be reported. */
  private async longest(): Promise<number> {
    const durations = await this.page.evaluate(async () => {
      // Entries are reported some frames after the interaction's paint.
      for (let frame = 0; frame < 12; frame++) await new Promise(requestAnimationFrame);
      return (window as unknown as { interactions: () => number[] }).interactions();
    });
    return Math.max(16, ...durations);
  }
}
