/** The categories with one more: trimmed; a blank one, and one that differs by capitals only, is ignored. */
export function withCategory(categories: readonly string[], text: string): readonly string[] {
  const name = text.trim().replace(/\s+/g, " ");
  const isKnown = categories.some((other) => other.toLowerCase() === name.toLowerCase());
  return name === "" || isKnown ? categories : [...categories, name];
}

/** The categories without one. */
export function withoutCategory(categories: readonly string[], name: string): readonly string[] {
  return categories.filter((other) => other !== name);
}

/** What to offer while one types: the fixed categories, then tags in use, without those chosen. */
export function suggestions(
  fixed: readonly string[],
  inUse: readonly string[],
  chosen: readonly string[],
): string[] {
  const offered: readonly string[] = [...fixed, ...inUse].reduce(withCategory, []);
  const isChosen = (name: string) => withCategory(chosen, name) === chosen;
  return offered.filter((name) => !isChosen(name));
}
