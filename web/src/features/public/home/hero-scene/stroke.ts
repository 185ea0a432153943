/** A segment of ink between two points, with the pen's velocity. CSS pixels and seconds. */
export interface Dab {
  from: Point;
  to: Point;
  radius: number;
  velocity: Point;
}

export interface Point {
  x: number;
  y: number;
}

/** Half the width of a slow and of a fast stroke, in CSS pixels. */
const RADIUS = { slow: 25, fast: 55 };
/** Speed of the pen for the widest stroke; above `FLICK` it loses drops. CSS pixels per second. */
const FAST = 1800;
const FLICK = 2600;
/** Share of the difference to the wanted width that each movement applies, for a smooth change. */
const SWELL = 0.3;
/** Pause of the pen after which a new stroke begins, in seconds. */
const LIFT = 0.12;

/** Turns positions of the pen into dabs of ink. */
export class Stroke {
  private last: { at: Point; time: number } | null = null;
  private radius = RADIUS.slow;

  constructor(private readonly random: () => number = Math.random) {}

  /** Reports that the pen has reached a point, or left with null. @param time in seconds */
  move(at: Point | null, time: number): Dab[] {
    const from = this.last;
    this.last = at && { at, time };
    if (!at || !from) return [];
    const passed = Math.max(0.004, time - from.time);
    if (passed > LIFT) this.radius = RADIUS.slow;
    const way = { x: at.x - from.at.x, y: at.y - from.at.y };
    const length = Math.hypot(way.x, way.y);
    if (length === 0) return [];
    const speed = length / passed;
    const share = Math.min(1, speed / FAST);
    const wanted = RADIUS.slow + (RADIUS.fast - RADIUS.slow) * share;
    this.radius += (wanted - this.radius) * SWELL;
    const velocity = { x: way.x / passed, y: way.y / passed };
    const dab = { from: from.at, to: at, radius: this.radius, velocity };
    return speed > FLICK ? [dab, this.drop(at, way, length)] : [dab];
  }

  /** Returns a drop beside the end of the stroke. */
  private drop(at: Point, way: Point, length: number): Dab {
    const side = this.random() < 0.5 ? -1 : 1;
    const aside = this.radius * (1.3 + this.random()) * side;
    const ahead = this.radius * this.random();
    const unit = { x: way.x / length, y: way.y / length };
    const place = {
      x: at.x + unit.x * ahead - unit.y * aside,
      y: at.y + unit.y * ahead + unit.x * aside,
    };
    const radius = 10 + this.random() * 12;
    return { from: place, to: place, radius, velocity: { x: 0, y: 0 } };
  }
}
