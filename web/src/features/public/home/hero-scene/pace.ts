/** Frames that are measured before a judgement. */
const SAMPLE = 24;
/** A frame every so many milliseconds is slow: fewer than 25 a second. */
const SLOW = 40;
/** How long every frame is left standing on a device that is slow even with few pixels. Milliseconds. */
const REST = 120;

/**
 * Watches how fast frames come. A device that cannot keep up gets fewer pixels, and one that still cannot
 * gets fewer frames: the robot must not be what the visitor's fan is heard for.
 */
export class Pace {
  private last: number | null = null;
  private sum = 0;
  private count = 0;
  private drawnAt = Number.NEGATIVE_INFINITY;
  /** How long a frame is left standing. Milliseconds; 0 draws every one. */
  private standing = 0;

  /** @param fewerPixels asked when frames come slowly; says whether there was anything left to give */
  constructor(private readonly fewerPixels: () => boolean) {}

  /** Whether to draw at this moment; in milliseconds. */
  isDue(now: number): boolean {
    if (this.last !== null && this.standing === 0) this.measure(now - this.last);
    this.last = now;
    if (now - this.drawnAt < this.standing) return false;
    this.drawnAt = now;
    return true;
  }

  /** Leaves every frame standing so long from now on, in milliseconds. */
  rest(duration: number): void {
    this.standing = duration;
  }

  /** Forgets when the last frame was: the time between it and the next one says nothing. */
  pause(): void {
    this.last = null;
  }

  private measure(passed: number): void {
    this.sum += passed;
    this.count += 1;
    if (this.count < SAMPLE) return;
    if (this.sum / this.count > SLOW && !this.fewerPixels()) this.standing = REST;
    this.sum = this.count = 0;
  }
}
