/** One turn of the orbit, in milliseconds. */
export const TURN = 60_000;

/** Returns the time at which the orbit's animation reaches an angle, in milliseconds. */
export const timeAt = (angle: number): number => (normal(angle) / 360) * TURN;

/** Returns the smaller rotation between two angles, from -180 to 180 degrees. */
export function shortestWay(from: number, to: number): number {
  const way = normal(to - from);
  return way > 180 ? way - 360 : way;
}

/** Returns the rotation in a transform matrix, in degrees. */
export function angleOf(transform: string): number {
  const [a = 1, b = 0] = (/^matrix\(([^)]+)\)$/.exec(transform)?.[1] ?? "").split(",").map(Number);
  return Number.isFinite(a) && Number.isFinite(b) ? (Math.atan2(b, a) * 180) / Math.PI : 0;
}

const normal = (angle: number): number => ((angle % 360) + 360) % 360;
