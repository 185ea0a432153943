import { describe, expect, it } from "vitest";
import { categoryOf, choose, isFiltered, listingUrl, NO_FILTER, tagUrl } from "./listing-url";

describe("listingUrl", () => {
  it("is /blog without filters and on page 1", () => {
    expect(listingUrl(NO_FILTER)).toBe("/blog");
    expect(listingUrl(NO_FILTER, 1)).toBe("/blog");
  });

  it("has the filters in a fixed order and the page last", () => {
    expect(listingUrl({ ...NO_FILTER, search: "log files", latest: true }, 3)).toBe(
      "/blog?latest=true&search=log%20files&page=3",
    );
  });

  it("encodes special characters", () => {
    expect(tagUrl("Analytics & Data")).toBe("/blog?tag=Analytics%20%26%20Data");
  });
});

describe("choose", () => {
  it("clears the other three choices and keeps the search", () => {
    const filter = { ...NO_FILTER, section: "SEO", search: "crawl" };
    expect(choose(filter, { trending: true })).toEqual({
      ...NO_FILTER,
      trending: true,
      search: "crawl",
    });
    expect(choose({ ...NO_FILTER, trending: true }, { tag: "Local SEO" })).toEqual({
      ...NO_FILTER,
      tag: "Local SEO",
    });
  });

  it("clears all four when nothing is chosen", () => {
    expect(choose({ ...NO_FILTER, latest: true }, {})).toEqual(NO_FILTER);
  });
});

describe("categoryOf", () => {
  const categories = ["Technical SEO", "Local SEO"];

  it("is the category if it is the only filter", () => {
    expect(categoryOf({ ...NO_FILTER, tag: "Local SEO" }, categories)).toBe("Local SEO");
  });

  it("is null for other tags and within a search", () => {
    expect(categoryOf({ ...NO_FILTER, tag: "hreflang" }, categories)).toBeNull();
    expect(categoryOf({ ...NO_FILTER, tag: "Local SEO", search: "map" }, categories)).toBeNull();
  });
});

describe("isFiltered", () => {
  it("recognises every filter", () => {
    expect(isFiltered(NO_FILTER)).toBe(false);
    expect(isFiltered({ ...NO_FILTER, search: "x" })).toBe(true);
    expect(isFiltered({ ...NO_FILTER, trending: true })).toBe(true);
  });
});
