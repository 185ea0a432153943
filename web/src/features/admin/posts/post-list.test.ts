import { describe, expect, it } from "vitest";
import {
  ariaSort,
  countText,
  type ListState,
  listUrl,
  pageAfterRemoval,
  sortedBy,
} from "./list-url";
import { foundIn, searchHits } from "./search-hits";

const DEFAULT: ListState = {
  path: "/admin/blog",
  search: "",
  status: "all",
  sort: "created_at",
  dir: "desc",
};

describe("listUrl", () => {
  it("leaves out what is the default, so that one state has one address", () => {
    expect(listUrl(DEFAULT)).toBe("/admin/blog");
    expect(listUrl({ ...DEFAULT, search: "  " }, 1)).toBe("/admin/blog");
  });

  it("carries the rest, the page last", () => {
    const state: ListState = {
      ...DEFAULT,
      search: "log & file",
      status: "draft",
      sort: "title",
      dir: "asc",
    };
    expect(listUrl(state, 2)).toBe(
      "/admin/blog?search=log%20%26%20file&status=draft&sort=title&dir=asc&page=2",
    );
  });

  it("stays at the address that the list was opened at", () => {
    expect(listUrl({ ...DEFAULT, path: "/blog-post-manager" }, 3)).toBe(
      "/blog-post-manager?page=3",
    );
  });
});

describe("sorting", () => {
  it("turns the sorted column round", () => {
    expect(sortedBy(DEFAULT, "created_at").dir).toBe("asc");
    expect(sortedBy(sortedBy(DEFAULT, "created_at"), "created_at").dir).toBe("desc");
  });

  it("starts names at A and dates at the newest", () => {
    expect(sortedBy(DEFAULT, "title")).toMatchObject({ sort: "title", dir: "asc" });
    expect(sortedBy({ ...DEFAULT, sort: "title", dir: "asc" }, "created_at").dir).toBe("desc");
  });

  it("says the order of the sorted column only", () => {
    expect(ariaSort(DEFAULT, "created_at")).toBe("descending");
    expect(ariaSort(DEFAULT, "title")).toBe("none");
  });
});

describe("paging", () => {
  it("steps back when the last post of a page is deleted", () => {
    expect(pageAfterRemoval(3, 1)).toBe(2);
    expect(pageAfterRemoval(3, 2)).toBe(3);
    expect(pageAfterRemoval(1, 1)).toBe(1);
  });

  it("says how many posts there are", () => {
    expect([0, 1, 2].map((total) => countText(total))).toEqual(["0 posts", "1 post", "2 posts"]);
  });

  it("says when there are more posts than were counted", () => {
    expect(countText(200, true)).toBe("200+ posts");
  });
});

describe("searchHits", () => {
  it("finds what was searched for whatever its capitals, and loses nothing of the text", () => {
    const pieces = searchHits("Log files and a log", "LOG");
    expect(pieces.filter((piece) => piece.isHit).map((piece) => piece.text)).toEqual([
      "Log",
      "log",
    ]);
    expect(pieces.map((piece) => piece.text).join("")).toBe("Log files and a log");
  });

  it("takes signs as they are", () => {
    expect(searchHits("50% (of) 500", "(of)")[1]).toEqual({ text: "(of)", isHit: true });
    expect(searchHits("a.b", "a?b")).toEqual([{ text: "a.b", isHit: false }]);
  });

  it("finds nothing for an empty search", () => {
    expect(searchHits("log", " ")).toEqual([{ text: "log", isHit: false }]);
  });
});

describe("foundIn", () => {
  const post = { title: "Crawl budgets", summary: "What log files say" };
  it("is silent when the title shows the hit", () => expect(foundIn(post, "crawl")).toBeNull());
  it("names the summary before the content", () => {
    expect(foundIn(post, "LOG")).toBe("summary");
    expect(foundIn(post, "sitemap")).toBe("content");
  });
});
