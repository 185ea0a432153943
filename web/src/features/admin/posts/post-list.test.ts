import { describe, expect, it } from "vitest";
import type { ListState } from "../lists/list-url";
import { foundIn, searchHits } from "./search-hits";
import { ariaSort, sortedBy } from "./sorting";

const DEFAULT: ListState = {
  path: "/admin/blog",
  search: "",
  status: "all",
  sort: "created_at",
  dir: "desc",
};

describe("sorting", () => {
  it("reverses the sorted column", () => {
    expect(sortedBy(DEFAULT, "created_at").dir).toBe("asc");
    expect(sortedBy(sortedBy(DEFAULT, "created_at"), "created_at").dir).toBe("desc");
  });

  it("starts with A for names and with the newest for dates", () => {
    expect(sortedBy(DEFAULT, "title")).toMatchObject({ sort: "title", dir: "asc" });
    expect(sortedBy({ ...DEFAULT, sort: "title", dir: "asc" }, "created_at").dir).toBe("desc");
    expect(sortedBy(DEFAULT, "published_date")).toMatchObject({ dir: "desc" });
    expect(sortedBy(DEFAULT, "updated_at")).toMatchObject({ dir: "desc" });
  });

  it("states the order of the sorted column only", () => {
    expect(ariaSort(DEFAULT, "created_at")).toBe("descending");
    expect(ariaSort(DEFAULT, "title")).toBe("none");
  });
});

describe("searchHits", () => {
  it("finds matches in any case, and loses nothing of the text", () => {
    const pieces = searchHits("Log files and a log", "LOG");
    expect(pieces.filter((piece) => piece.isHit).map((piece) => piece.text)).toEqual([
      "Log",
      "log",
    ]);
    expect(pieces.map((piece) => piece.text).join("")).toBe("Log files and a log");
  });

  it("takes special characters literally", () => {
    expect(searchHits("50% (of) 500", "(of)")[1]).toEqual({ text: "(of)", isHit: true });
    expect(searchHits("a.b", "a?b")).toEqual([{ text: "a.b", isHit: false }]);
  });

  it("finds nothing for an empty search", () => {
    expect(searchHits("log", " ")).toEqual([{ text: "log", isHit: false }]);
  });
});

describe("foundIn", () => {
  const post = { title: "Crawl budgets", summary: "What log files say" };
  it("is null if the title shows the match", () => expect(foundIn(post, "crawl")).toBeNull());
  it("prefers the summary to the content", () => {
    expect(foundIn(post, "LOG")).toBe("summary");
    expect(foundIn(post, "sitemap")).toBe("content");
  });
});
