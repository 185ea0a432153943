/** Frames per measurement: one second for a device that is just fast enough. */
const SAMPLE = 30;
/** Frame interval in milliseconds above which a device is slow: fewer than 30 frames a second. */
const SLOW = 33;

/**
 * Measures the frame rate. On a device that is too slow, the resolution is reduced first. If that is not enough, the
 * scene ends, as the page must not stutter.
 */
export class Pace {
  private last: number | null = null;
  private sum = 0;
  private count = 0;

  /** @param fewerPixels reduces the resolution; returns false if it cannot be reduced further */
  constructor(private readonly fewerPixels: () => boolean) {}

  /** Records a frame at `now`, in milliseconds. Returns whether the scene can continue. */
  keepsUp(now: number): boolean {
    const passed = this.last === null ? null : now - this.last;
    this.last = now;
    return passed === null || this.measure(passed);
  }

  /** Ignores the time until the next frame. */
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
