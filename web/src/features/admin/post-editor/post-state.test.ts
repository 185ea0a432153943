import { describe, expect, it } from "vitest";
import { adminPost } from "../../../test-support/posts";
import { detailsSummary, mediaSummary, publishSummary } from "./fold-summaries";
import { formOf, ownMeta } from "./post-form";
import { stateOf, stateText } from "./post-state";
import { searchResult } from "./search-result";

const NOW = new Date("2027-01-10T12:00").getTime();
const FORM = formOf(null);

describe("the state of a post", () => {
  const at = (published_local: string | null, published = true) => ({ published, published_local });

  it("depends on the switch and the date", () => {
    expect(stateOf(at("2027-01-15T09:00", false), NOW)).toBe("draft");
    expect(stateOf(at("2027-01-15T09:00"), NOW)).toBe("scheduled");
    expect(stateOf(at("2027-01-10T12:00"), NOW)).toBe("live");
    for (const none of ["", null]) expect(stateOf(at(none), NOW)).toBe("live");
  });

  it("is shown in words, with the year if it is not the current one", () => {
    expect(stateText(at(null, false), NOW)).toBe("Draft");
    expect(stateText(at(null), NOW)).toBe("Live");
    expect(stateText(at("2027-01-15T09:00"), NOW)).toBe("Scheduled for 15 Jan, 09:00");
    expect(stateText(at("2028-02-01T18:30"), NOW)).toBe("Scheduled for 1 Feb 2028, 18:30");
  });
});

describe("a folded part", () => {
  it("summarises its content", () => {
    expect(detailsSummary(FORM)).toBe("No address");
    const form = {
      ...FORM,
      slug: "log-files",
      published_local: "2026-01-12T09:00",
      tags: ["a", "b", "c"],
      section_tags: ["SEO"],
    };
    expect(detailsSummary(form)).toBe("/blog/log-files · 12 Jan 2026 · 3 categories · 1 section");
    expect(mediaSummary(FORM)).toBe("No images");
    expect(mediaSummary({ ...FORM, featured_image: "/a", thumbnail_image: "/b" })).toBe(
      "Hero · Thumbnail",
    );
    expect(publishSummary({ ...FORM, published: true, trending: true })).toBe(
      "Published · Trending Article",
    );
  });
});

describe("fields that the API fills with defaults", () => {
  const url = "https://site.example";
  const post = {
    ...adminPost,
    title: "Old",
    summary: "First line.\nSecond line.",
    slug: "old",
    meta_title: "Old",
    meta_description: "First line. Second line.",
    canonical_url: `${url}/blog/old`,
  };

  it("are empty in the form, and so follow heading, summary and slug", () => {
    const form = formOf(post, url);
    expect(form).toMatchObject({ meta_title: "", meta_description: "", canonical_url: "" });
    expect(ownMeta(form)).toEqual([]);
    expect(searchResult({ ...form, title: "New", summary: "Other" })).toEqual({
      title: "New",
      description: "Other",
    });
  });

  it("show the text written into them", () => {
    const own = { meta_title: "Own", canonical_url: "https://other.example/blog/old" };
    const form = formOf({ ...post, ...own }, url);
    expect(form).toMatchObject(own);
    expect(ownMeta(form)).toEqual(["custom page title", "custom canonical URL"]);
  });
});
