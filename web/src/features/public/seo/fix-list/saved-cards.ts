import { SEO_CARDS, type SeoCard } from "../../../../content/seo-cards";

/** A card that the visitor has saved. */
export interface SavedCard extends SeoCard {
  /** When, as RFC 3339. */
  savedAt: string;
}

/** Where the browser keeps the list. */
export const STORAGE_KEY = "seo-saved-cards";

/** The list with one more card at its end; the same list when the term is in it already. */
export function withCard(
  saved: readonly SavedCard[],
  card: SeoCard,
  now: Date,
): readonly SavedCard[] {
  if (hasTerm(saved, card.term)) return saved;
  return [...saved, { ...card, savedAt: now.toISOString() }];
}

/** The list without the card of this term. */
export const withoutTerm = (saved: readonly SavedCard[], term: string): readonly SavedCard[] =>
  saved.filter((card) => card.term !== term);

export const hasTerm = (saved: readonly SavedCard[], term: string): boolean =>
  saved.some((card) => card.term === term);

/**
 * What a stored value stands for. Whatever is not a card is left out, a term counts once, and a built-in card has
 * its present words: nothing that an extension, an older version or a curious visitor wrote there is an error.
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

/** A date as stored; the empty text for one that no calendar knows. */
function dateOf(savedAt: unknown): string {
  return typeof savedAt === "string" && !Number.isNaN(Date.parse(savedAt)) ? savedAt : "";
}

/** The list that this browser keeps; empty when its storage is switched off. */
export function readSaved(): readonly SavedCard[] {
  try {
    return parseSaved(localStorage.getItem(STORAGE_KEY));
  } catch {
    return [];
  }
}

/** Keeps the list in this browser. False when its storage is full or switched off. */
export function writeSaved(saved: readonly SavedCard[]): boolean {
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify(saved));
    return true;
  } catch {
    return false;
  }
}
