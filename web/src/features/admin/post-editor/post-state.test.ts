import { describe, expect, it } from "vitest";
import { detailsSummary, mediaSummary, publishSummary } from "./fold-summaries";
import { defaultsOf, formOf, ownMeta, ownWords } from "./post-form";
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

describe("fields with defaults", () => {
  const saved = { ...FORM, title: "Old", summary: "Sum", slug: "old" };
  const defaults = defaultsOf(saved, "https://site.example");
  const filled = { ...saved, ...defaults };

  it("are empty if they repeat the stored post", () => {
    expect(ownMeta(filled, defaults)).toEqual([]);
    const renamed = { ...filled, title: "New" };
    expect(ownWords(renamed.meta_title, defaults.meta_title)).toBe("");
  });

  it("are empty if they equal a summary of two lines joined to one", () => {
    const summary = "First line.\nSecond line.";
    const meta_description = "First line. Second line.";
    const two = { ...filled, summary, meta_description };
    expect(ownMeta(two, defaultsOf(two, "https://site.example"))).toEqual([]);
    const renewed = { ...two, summary: "New" };
    expect(searchResult(renewed, two).description).toBe("New");
  });

  it("show the text written into them", () => {
    const form = { ...filled, meta_title: "Own", canonical_url: "https://other.example/blog/old" };
    expect(ownWords(form.meta_title, defaults.meta_title)).toBe("Own");
    expect(ownMeta(form, defaults)).toEqual(["custom page title", "custom canonical URL"]);
  });
});
