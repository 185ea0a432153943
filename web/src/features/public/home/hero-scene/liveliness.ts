/** The scene slows down, and stops, after so many seconds without input. */
const CALMING = 3.5;
const STILL = 4.8;
/** Share of its speed that it gains or loses in a second, at most. */
const CHANGE = 4;

/**
 * How lively the scene is: what moves by itself for more than five seconds would need a button to pause it (WCAG 2.2.2).
 */
export class Liveliness {
  private idle = 0;
  private speed = 1;

  /** Restarts the time without input. */
  wake(): void {
    this.idle = 0;
  }

  /** Whether nothing moves any more. */
  get isStill(): boolean {
    return this.idle > STILL;
  }

  /** Returns how fast time goes in the scene, from 0 to 1, when so many seconds have passed outside. */
  after(passed: number): number {
    this.idle += passed;
    const wanted = this.idle < CALMING ? 1 : 0;
    this.speed += (wanted - this.speed) * Math.min(1, CHANGE * passed);
    return this.speed;
  }
}
