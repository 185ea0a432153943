import { beforeEach, expect, it } from "vitest";
import { head } from "../../test-support/fixtures";
import { applyHead } from "./head";

const content = (selector: string) =>
  document.head.querySelector(selector)?.getAttribute("content");

beforeEach(() => {
  document.head.innerHTML = `
    <meta charset="utf-8"><meta name="viewport" content="width=device-width">
    <meta name="robots" content="noindex"><meta property="og:title" content="Old">
    <meta property="article:tag" content="old"><link rel="canonical" href="/old">
    <link rel="stylesheet" href="/a.css"><link rel="next" href="/old?page=2">
    <script type="application/ld+json">{}</script>`;
});

it("replaces everything that belongs to the page", () => {
  applyHead({ ...head, meta: [{ name: "twitter:card", content: "summary_large_image" }] });
  expect(document.title).toBe("A page");
  expect(content('meta[name="description"]')).toBe("About a page");
  expect(content('meta[property="og:title"]')).toBe("A page");
  expect(content('meta[name="twitter:card"]')).toBe("summary_large_image");
  expect(document.querySelectorAll('link[rel="canonical"]')).toHaveLength(1);
  expect(document.querySelector('link[rel="canonical"]')?.getAttribute("href")).toBe(
    head.canonical,
  );
});

it("removes what the page does not have", () => {
  applyHead(head);
  const gone = [
    'meta[name="robots"]',
    'meta[property="article:tag"]',
    'link[rel="next"]',
    'script[type="application/ld+json"]',
    'meta[property="og:image"]',
  ];
  expect(gone.filter((selector) => document.head.querySelector(selector))).toEqual([]);
});

it("leaves what belongs to the site", () => {
  applyHead(head);
  expect(document.head.querySelector("meta[charset]")).not.toBeNull();
  expect(document.head.querySelector('meta[name="viewport"]')).not.toBeNull();
  expect(document.head.querySelector('link[rel="stylesheet"]')).not.toBeNull();
});

it("writes structured data as one graph, and skips what only matters before the first paint", () => {
  applyHead({
    ...head,
    json_ld: [{ "@type": "WebPage", name: "</script>" }],
    links: [
      { rel: "preload", href: "/hero.webp", as: "image" },
      { rel: "expect", href: "#form", blocking: "render" },
      { rel: "prev", href: "/blog" },
    ],
  });
  const script = document.head.querySelector('script[type="application/ld+json"]');
  expect(JSON.parse(script?.textContent ?? "")["@graph"]).toHaveLength(1);
  expect(document.head.querySelector('link[rel="preload"], link[rel="expect"]')).toBeNull();
  expect(document.head.querySelector('link[rel="prev"]')).not.toBeNull();
});
