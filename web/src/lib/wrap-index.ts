/** Returns the index `by` steps after `at` among `count`, wrapping around at both ends. */
export const wrapIndex = (at: number, by: number, count: number): number =>
  count > 0 ? (((at + by) % count) + count) % count : 0;
