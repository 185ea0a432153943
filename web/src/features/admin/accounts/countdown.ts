/** Whole seconds until `deadline`, never below 0. Both are milliseconds of the same clock. */
export function secondsLeft(deadline: number, now: number): number {
  return Math.max(0, Math.ceil((deadline - now) / 1000));
}

/** Seconds as a clock shows them: 54 → "0:54", 600 → "10:00". */
export function clockText(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
