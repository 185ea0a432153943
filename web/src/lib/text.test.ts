import { describe, expect, it } from "vitest";
import { markTitle } from "./mark-title";
import { plainTitle } from "./plain-title";
import { slugify } from "./slugify";
import { splitUrl, withQuery } from "./url";

describe("markTitle", () => {
  it("finds the longest word", () => {
    expect(markTitle("Reading a core update")).toEqual({
      before: "",
      marked: "Reading",
      after: " a core update",
    });
    expect(markTitle("The quiet return")).toMatchObject({ before: "The quiet ", marked: "return" });
  });

  it("uses the editor's mark and never shows its ==", () => {
    const title = "What ==log files== know ==twice==";
    expect(markTitle(title)).toEqual({
      before: "What ",
      marked: "log files",
      after: " know twice",
    });
    expect(plainTitle(title)).toBe("What log files know twice");
  });

  it("accepts an empty title", () => {
    expect(markTitle("")).toEqual({ before: "", marked: "", after: "" });
  });
});

describe("addresses", () => {
  it("are split at the first question mark", () => {
    expect(splitUrl("/blog?a=b?c#d")).toEqual({ path: "/blog", query: "a=b?c" });
    expect(splitUrl("/blog")).toEqual({ path: "/blog", query: "" });
  });

  it("omit empty values and escape the others", () => {
    const query = {
      tag: "Analytics & Data",
      trending: true,
      latest: false,
      search: "",
      page: 2,
      x: null,
    };
    expect(withQuery("/blog", query)).toBe("/blog?tag=Analytics%20%26%20Data&trending=true&page=2");
    expect(withQuery("/blog", {})).toBe("/blog");
  });

  it("of covers are made from the category's name", () => {
    expect(slugify("Analytics & Data")).toBe("analytics-data");
    expect(slugify("E-commerce SEO")).toBe("e-commerce-seo");
  });
});
