import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { AdminRow } from "../../../../generated/api";
import { isAddress, linkAddress, PAGES, searchWords, targetsFor } from "./link-targets";

const row = (title: string, slug: string, state: AdminRow["state"] = "live") =>
  ({ title, slug, state }) as AdminRow;

describe("the target of a link", () => {
  it("can be any page of the sitemap, and no other", () => {
    const sitemap = readFileSync("../server/src/http/discovery/sitemap.rs", "utf8");
    const [, paths = ""] = /PUBLIC_PAGES: \[&str; \d+\] = \[([^\]]+)\]/.exec(sitemap) ?? [];
    const all = [...paths.matchAll(/"([^"]+)"/g)].map(([, path]) => path);
    expect(PAGES.map(({ href }) => href).sort()).toEqual(all.sort());
  });

  it("is an address if it looks like one, and otherwise a search", () => {
    for (const typed of [
      "https://a.test",
      "mailto:a@b.test",
      "/blog",
      "#top",
      "?a",
      "a.test/b",
      "a.b@c.test",
    ])
      expect(isAddress(typed), typed).toBe(true);
    for (const typed of [
      "",
      "crawl",
      "crawl budget",
      "log files: how",
      "robots.txt",
      "sitemap.xml",
      "a@b",
    ])
      expect(isAddress(typed), typed).toBe(false);
  });

  it("is an email for an email address, and a website for a host", () => {
    expect(linkAddress(" info@example.com ")).toBe("mailto:info@example.com");
    expect(linkAddress("example.com/@info")).toBe("https://example.com/@info");
    expect(linkAddress("https://info@example.com")).toBe("https://info@example.com");
  });

  it("is searched by words and by the slug in an address", () => {
    expect(searchWords(" log files ")).toBe("log files");
    expect(searchWords("/blog/log-files?page=2")).toBe("log files");
    expect(searchWords("l")).toBe("");
    expect(searchWords("/about")).toBe("");
    expect(searchWords("https://a.test")).toBe("");
  });

  it("lists pages first, then posts with a matching title, and none in the trash", () => {
    const posts = [
      row("About ==logs==", "a"),
      row("SEO for shops", "b", "draft"),
      row("Gone SEO", "c", "trash"),
    ];
    expect(targetsFor("seo", posts)).toEqual([
      { href: "/seo", title: "SEO", kind: "Page" },
      { href: "/blog/b", title: "SEO for shops", kind: "Draft" },
      { href: "/blog/a", title: "About logs", kind: "Post" },
    ]);
    expect(targetsFor("/s", []).map(({ href }) => href)).toEqual(["/services", "/seo"]);
    expect(targetsFor(" ", posts)).toEqual([]);
  });
});
