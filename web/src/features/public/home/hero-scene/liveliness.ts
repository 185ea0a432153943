/** Seconds without input after which the scene slows down, and after which it stops. */
const CALMING = 3.5;
const STILL = 4.8;
/** Rate at which the speed approaches its target, per second. */
const CHANGE = 4;

/**
 * Controls the speed of the scene. It stops by itself, as movement that lasts for more than five seconds would need a
 * pause button (WCAG 2.2.2).
 */
export class Liveliness {
  private idle = 0;
  private speed = 1;

  /** Restarts the time without input. */
  wake(): void {
    this.idle = 0;
  }

  /** Whether the scene has stopped. */
  get isStill(): boolean {
    return this.idle > STILL;
  }

  /** Advances by `passed` seconds. Returns the speed of time in the scene, from 0 to 1. */
  after(passed: number): number {
    this.idle += passed;
    const wanted = this.idle < CALMING ? 1 : 0;
    this.speed += (wanted - this.speed) * Math.min(1, CHANGE * passed);
    return this.speed;
  }
}
