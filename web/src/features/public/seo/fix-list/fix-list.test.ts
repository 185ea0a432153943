import { describe, expect, it } from "vitest";
import { SEO_CARDS } from "../../../../content/seo-cards";
import { bulletLines, checkRequest, fileText, savedOn } from "./fix-list";

const cards = SEO_CARDS.filter(({ term }) => term === "Crawl Budget" || term === "Canonical Tag");

describe("the cards", () => {
  it("are twelve, each with a unique term and complete texts", () => {
    expect(new Set(SEO_CARDS.map(({ term }) => term)).size).toBe(12);
    for (const card of SEO_CARDS) {
      for (const words of Object.values(card)) expect(words.trim()).not.toBe("");
    }
  });

  it("cover every category", () => {
    expect(new Set(SEO_CARDS.map(({ category }) => category))).toEqual(
      new Set([
        "Search Visibility",
        "Authority",
        "Engagement",
        "UX / Behavior",
        "Site Structure",
        "Technical SEO",
        "UX / Performance",
        "SERP Enhancement",
        "Search Engine Behavior",
        "SERP Trends",
      ]),
    );
  });
});

describe("the email", () => {
  it("has a bullet line for each card: its term and its description", () => {
    const lines = bulletLines(cards).split("\n");
    expect(lines).toHaveLength(2);
    expect(lines[0]).toBe(
      "• Crawl Budget: The number of pages a search engine is willing to fetch from your site in a given period.",
    );
    expect(bulletLines([])).toBe("");
  });

  it.each([
    ["", cards, { email: "Please enter your email address" }],
    ["  ", cards, { email: "Please enter your email address" }],
    ["nobody", cards, { email: "Please enter a valid email address" }],
    ["a@b.example", [], { message: "No cards saved to send" }],
    ["", [], { email: "Please enter your email address", message: "No cards saved to send" }],
    [" a@b.example ", cards, {}],
  ])("to %j with %# is checked", (email, list, expected) => {
    expect(checkRequest(email, list)).toEqual(expected);
  });
});

describe("the file", () => {
  it("contains all texts of the cards", () => {
    const text = fileText(cards);
    expect(text).toContain("# Your SEO Fix List");
    for (const card of cards)
      for (const words of Object.values(card)) expect(text).toContain(words);
  });
});

describe("the day a card was saved", () => {
  it("is short, and empty if it is unknown", () => {
    expect(savedOn("2026-11-19T12:00:00Z")).toBe("19 Nov");
    expect(savedOn("")).toBe("");
    expect(savedOn("tomorrow")).toBe("");
  });
});
