/** The place `by` steps on from `at` in a ring of `count`: after the last comes the first, and the other way round. */
export const wrapIndex = (at: number, by: number, count: number): number =>
  count > 0 ? (((at + by) % count) + count) % count : 0;
