/** Returns a list with the next page of it. Entries that came before the list meanwhile move known ones to that page. */
export function appended<T extends { id: string }>(before: readonly T[], found: readonly T[]): T[] {
  const known = new Set(before.map(({ id }) => id));
  return [...before, ...found.filter(({ id }) => !known.has(id))];
}
