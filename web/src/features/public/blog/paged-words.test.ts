import { describe, expect, it } from "vitest";
import { CATEGORY_PAGES, LISTING } from "../../../content/blog";
import { pagedDescription, pagedTitle } from "./paged-words";

const listings = [LISTING, ...Object.values(CATEGORY_PAGES)];

describe("texts of listings", () => {
  it("keep titles within 30–60 characters, with a page number too", () => {
    for (const { title } of listings) {
      expect(title.length, title).toBeGreaterThanOrEqual(30);
      expect(pagedTitle(title, 99).length, title).toBeLessThanOrEqual(60);
    }
  });

  it("keep descriptions within 121–155 characters, with a page number too", () => {
    for (const { description } of listings) {
      for (const page of [1, 2, 12]) {
        const { length } = pagedDescription(description, page, 34);
        expect(length, description).toBeGreaterThanOrEqual(121);
        expect(length, description).toBeLessThanOrEqual(155);
      }
    }
  });

  it("are unique", () => {
    expect(new Set(listings.map(({ title }) => title)).size).toBe(listings.length);
    expect(new Set(listings.map(({ description }) => description)).size).toBe(listings.length);
  });
});

describe("pagedDescription", () => {
  it("does not change on the first page", () => {
    expect(pagedDescription("Words.", 1, 9)).toBe("Words.");
  });

  it("is shortened at a word", () => {
    const text = pagedDescription("word ".repeat(40).trim(), 2, 2);
    expect(text).toMatch(/^Page 2 of 2\. (word )+word…$/);
  });
});
