/**
 * Appends the next page to a list. Skips entries that the list has already: new ones at its top move known ones to that
 * page.
 */
export function appended<T extends { id: string }>(before: readonly T[], found: readonly T[]): T[] {
  const known = new Set(before.map(({ id }) => id));
  return [...before, ...found.filter(({ id }) => !known.has(id))];
}
