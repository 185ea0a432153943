/** One turn of the orbit, in milliseconds. */
export const TURN = 60_000;

/** The angle at which an orbit has been for that long: for the time of an animation that goes on from there. */
export const timeAt = (angle: number): number => (normal(angle) / 360) * TURN;

/** The angle to turn by, the shorter way round: between minus half a turn and half a turn. */
export function shortestWay(from: number, to: number): number {
  const way = normal(to - from);
  return way > 180 ? way - 360 : way;
}

/** Returns the rotation of a transform's matrix, in degrees. */
export function angleOf(transform: string): number {
  const [a = 1, b = 0] = (/^matrix\(([^)]+)\)$/.exec(transform)?.[1] ?? "").split(",").map(Number);
  return Number.isFinite(a) && Number.isFinite(b) ? (Math.atan2(b, a) * 180) / Math.PI : 0;
}

const normal = (angle: number): number => ((angle % 360) + 360) % 360;
