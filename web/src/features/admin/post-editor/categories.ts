/** Returns the categories with another, trimmed. A blank one, or one that differs only in case, is ignored. */
export function withCategory(categories: readonly string[], text: string): readonly string[] {
  const name = text.trim().replace(/\s+/g, " ");
  const isKnown = categories.some((other) => other.toLowerCase() === name.toLowerCase());
  return name === "" || isKnown ? categories : [...categories, name];
}

/** Returns the categories without one of them. */
export function withoutCategory(categories: readonly string[], name: string): readonly string[] {
  return categories.filter((other) => other !== name);
}

/** Returns what to suggest for typed text: the fixed categories, then tags in use, without those already chosen. */
export function suggestions(
  fixed: readonly string[],
  inUse: readonly string[],
  chosen: readonly string[],
): string[] {
  const offered: readonly string[] = [...fixed, ...inUse].reduce(withCategory, []);
  const isChosen = (name: string) => withCategory(chosen, name) === chosen;
  return offered.filter((name) => !isChosen(name));
}
