import { SEO_CARDS, type SeoCard } from "../../../../content/seo-cards";

/** A card that the visitor has saved. */
export interface SavedCard extends SeoCard {
  /** Time of saving, as RFC 3339. */
  savedAt: string;
}

/** Local storage key of the list. */
export const STORAGE_KEY = "seo-saved-cards";

/** Returns the list with another card at the end, or the same list if it contains the term already. */
export function withCard(
  saved: readonly SavedCard[],
  card: SeoCard,
  now: Date,
): readonly SavedCard[] {
  if (hasTerm(saved, card.term)) return saved;
  return [...saved, { ...card, savedAt: now.toISOString() }];
}

/** Returns the list without the card of a term. */
export const withoutTerm = (saved: readonly SavedCard[], term: string): readonly SavedCard[] =>
  saved.filter((card) => card.term !== term);

export const hasTerm = (saved: readonly SavedCard[], term: string): boolean =>
  saved.some((card) => card.term === term);

/**
 * Parses a stored list. Entries that are not cards and repeated terms are dropped, and built-in cards get their current
 * text. Nothing that extensions, older versions or visitors have stored is an error.
 */
export function parseSaved(stored: string | null): readonly SavedCard[] {
  const value = parseJson(stored);
  if (!Array.isArray(value)) return [];
  let saved: readonly SavedCard[] = [];
  for (const entry of value as unknown[]) {
    const card = cardOf(entry);
    if (card && !hasTerm(saved, card.term)) saved = [...saved, card];
  }
  return saved;
}

function parseJson(text: string | null): unknown {
  try {
    return text === null ? null : JSON.parse(text);
  } catch {
    return null;
  }
}

function cardOf(entry: unknown): SavedCard | null {
  if (typeof entry !== "object" || entry === null) return null;
  const { term, category, description, whyItMatters, savedAt } = entry as Record<string, unknown>;
  const builtIn = SEO_CARDS.find((card) => card.term === term);
  const own = { term, category, description, whyItMatters };
  const card = builtIn ?? (isCard(own) ? own : null);
  return card && { ...card, savedAt: dateOf(savedAt) };
}

function isCard(card: Record<keyof SeoCard, unknown>): card is SeoCard {
  const texts = Object.values(card);
  return texts.every((text) => typeof text === "string") && card.term !== "";
}

/** Returns a stored date; empty for an invalid one. */
function dateOf(savedAt: unknown): string {
  return typeof savedAt === "string" && !Number.isNaN(Date.parse(savedAt)) ? savedAt : "";
}

/** Returns the stored list; empty if storage is not available. */
export function readSaved(): readonly SavedCard[] {
  try {
    return parseSaved(localStorage.getItem(STORAGE_KEY));
  } catch {
    return [];
  }
}

/** Stores the list. Returns false if storage is full or not available. */
export function writeSaved(saved: readonly SavedCard[]): boolean {
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify(saved));
    return true;
  } catch {
    return false;
  }
}
