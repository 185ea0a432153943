import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { SEO_CARDS, type SeoCard } from "../../../../content/seo-cards";
import { fullStorage } from "../../../../test-support/storage";
import {
  parseSaved,
  readSaved,
  STORAGE_KEY,
  withCard,
  withoutTerm,
  writeSaved,
} from "./saved-cards";

const NOW = new Date("2026-11-21T09:00:00Z");
const cardOf = (term: string): SeoCard => {
  const card = SEO_CARDS.find((each) => each.term === term);
  if (!card) throw new Error(`No card ${term}`);
  return card;
};
const crawl = cardOf("Crawl Budget");
const canonical = cardOf("Canonical Tag");
const terms = (saved: readonly { term: string }[]) => saved.map(({ term }) => term);

describe("the list", () => {
  it("appends a card with the date", () => {
    const saved = withCard(withCard([], crawl, NOW), canonical, NOW);
    expect(terms(saved)).toEqual(["Crawl Budget", "Canonical Tag"]);
    expect(saved[0]).toEqual({ ...crawl, savedAt: "2026-11-21T09:00:00.000Z" });
  });

  it("does not change for a term that it contains", () => {
    const saved = withCard([], crawl, NOW);
    expect(withCard(saved, { ...crawl, description: "Other words" }, new Date(0))).toBe(saved);
  });

  it("removes a card by its term, and ignores an unknown term", () => {
    const saved = withCard(withCard([], crawl, NOW), canonical, NOW);
    expect(terms(withoutTerm(saved, "Crawl Budget"))).toEqual(["Canonical Tag"]);
    expect(withoutTerm(saved, "Nothing")).toEqual(saved);
  });
});

describe("stored data", () => {
  it("is read as it was written", () => {
    const saved = withCard(withCard([], crawl, NOW), canonical, NOW);
    expect(parseSaved(JSON.stringify(saved))).toEqual(saved);
  });

  it.each([
    null,
    "",
    "nonsense",
    "[",
    "null",
    "7",
    '"Crawl Budget"',
    '{"term":"Crawl Budget"}',
    "[null, 1, [], {}, true]",
    '[{"term":7}]',
    '[{"term":"Own words","category":null}]',
    '[{"term":"","category":"","description":"","whyItMatters":""}]',
    '[{"__proto__":{"term":"Crawl Budget"}}]',
  ])("is an empty list for %s", (stored) => {
    expect(parseSaved(stored)).toEqual([]);
  });

  it("is read without invalid entries, and with each term once", () => {
    const stored = [null, { term: "Crawl Budget" }, "x", { term: "Crawl Budget" }];
    const saved = parseSaved(JSON.stringify(stored));
    expect(saved).toEqual([{ ...crawl, savedAt: "" }]);
  });

  it("gets the current texts of built-in cards, and keeps those of others", () => {
    const own = { term: "Own", category: "A", description: "B", whyItMatters: "C" };
    const stored = [{ ...crawl, description: "Old words", savedAt: "tomorrow" }, own];
    expect(parseSaved(JSON.stringify(stored))).toEqual([
      { ...crawl, savedAt: "" },
      { ...own, savedAt: "" },
    ]);
  });
});

describe("storage", () => {
  beforeEach(() => localStorage.clear());
  afterEach(() => vi.restoreAllMocks());

  it("stores the list", () => {
    const saved = withCard([], crawl, NOW);
    expect(writeSaved(saved)).toBe(true);
    expect(JSON.parse(localStorage.getItem(STORAGE_KEY) ?? "")).toEqual(saved);
    expect(readSaved()).toEqual(saved);
  });

  it("that is full is not an error", () => {
    vi.spyOn(globalThis, "localStorage", "get").mockReturnValue(fullStorage());
    expect(writeSaved(withCard([], crawl, NOW))).toBe(false);
    expect(readSaved()).toEqual([]);
  });

  it("that is blocked contains an empty list", () => {
    vi.spyOn(globalThis, "localStorage", "get").mockImplementation(() => {
      throw new DOMException("blocked", "SecurityError");
    });
    expect(readSaved()).toEqual([]);
    expect(writeSaved([])).toBe(false);
  });
});
