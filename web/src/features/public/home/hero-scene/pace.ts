/** Frames that are measured before a judgement: a second of a device that is just fast enough. */
const SAMPLE = 30;
/** A frame every so many milliseconds is slow: fewer than 30 a second. */
const SLOW = 33;

/**
 * Watches how fast frames come. A device that cannot keep up gets fewer pixels, and for one that still cannot the
 * scene ends: the page must not stutter for it.
 */
export class Pace {
  private last: number | null = null;
  private sum = 0;
  private count = 0;

  /** @param fewerPixels asked when frames come slowly; says whether there was anything left to give */
  constructor(private readonly fewerPixels: () => boolean) {}

  /** Notes a frame at this moment, in milliseconds. Returns whether the device keeps up with what it has to draw. */
  keepsUp(now: number): boolean {
    const passed = this.last === null ? null : now - this.last;
    this.last = now;
    return passed === null || this.measure(passed);
  }

  /** Forgets when the last frame was: the time between it and the next one says nothing. */
  pause(): void {
    this.last = null;
  }

  private measure(passed: number): boolean {
    this.sum += passed;
    this.count += 1;
    if (this.count < SAMPLE) return true;
    const isSlow = this.sum / this.count > SLOW;
    this.sum = this.count = 0;
    return !isSlow || this.fewerPixels();
  }
}
