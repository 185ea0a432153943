// @vitest-environment node
import { createElement, Suspense } from "react";
import { renderToString } from "react-dom/server";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { App } from "./app";
import { FragmentCache } from "./fragment-cache";
import { ServerFooter } from "./layout/site/server-footer";
import type { PageName } from "./lib/page";
import { makePage, site } from "./test-support/fixtures";
import { cards, postView } from "./test-support/posts";

function Waits(): never {
  throw new Promise(() => {});
}

let renders = 0;

/** Renders how often it has been rendered. */
function Counter() {
  renders++;
  return createElement("p", null, renders);
}

let server: typeof import("./entry-server");

beforeAll(async () => {
  vi.stubEnv("VITE_STYLEGUIDE", "1");
  server = await import("./entry-server");
});

const json = (component: PageName) =>
  JSON.stringify({ ...makePage(component, `/${component}`), site });
const html = (page: string) => server.render(page);

describe("the server's markup", () => {
  it("has no style attribute and no script, which the Content-Security-Policy forbids", () => {
    const markup = html(json("styleguide"));
    expect(markup).toContain("Component ");
    expect(markup).not.toMatch(/<[^>]+\sstyle=/);
    expect(markup).not.toContain("<script");
    expect(markup).not.toContain("<style");
  });

  it("is the same for the same page", () => {
    expect(html(json("styleguide"))).toBe(html(json("styleguide")));
  });

  it("has one h1, a skip link and the year of the site", () => {
    const markup = html(json("styleguide"));
    expect(markup.match(/<h1/g)).toHaveLength(1);
    expect(markup).toMatch(/<a class="skip-link" href="#main"/);
    expect(markup).toContain("© 2026 Found First. All rights reserved.");
  });
});

describe("cached fragments", () => {
  const props = { post: postView, related: cards, previous: null, next: null };
  const article = (name: string, url = "/blog/post-0") =>
    JSON.stringify({ ...makePage("blog/post", url, props), site: { ...site, name } });

  /** Renders the page without cached fragments from other pages. */
  async function alone(name: string, url: string) {
    const module = await import("./pages/blog/post");
    return renderToString(
      createElement(App<"blog/post">, {
        page: makePage("blog/post", url, props),
        site: { ...site, name },
        module,
        navigate: () => {},
        Footer: ServerFooter,
      }),
    );
  }

  it("look as if each page had rendered them, cached or not", async () => {
    for (const [name, url] of [
      ["Found First", "/blog/post-0"],
      ["Found First", "/blog"],
      ["Other & Sons", "/blog/post-0"],
      ["Found First", "/blog/post-0"],
    ] as const) {
      const expected = await alone(name, url);
      expect(html(article(name, url))).toBe(expected);
      expect(html(article(name, url))).toBe(expected);
    }
  });

  it("add no preload links in the middle of a page", () => {
    const cache = new FragmentCache();
    const image = createElement("p", null, createElement("img", { src: "/a.webp", alt: "" }));
    expect(renderToString(image)).toMatch(/^<link/);
    expect(cache.render(site, "/", () => {}, "image", image)).toMatch(/^<p><img [^>]*><\/p>$/);
  });

  it("are rendered once while the site does not change", () => {
    const cache = new FragmentCache();
    const make = (name: string) => cache.render(site, "/", () => {}, name, createElement(Counter));
    cache.prepare(site);
    expect([make("a"), make("a"), make("b")]).toEqual(["<p>1</p>", "<p>1</p>", "<p>2</p>"]);
    cache.prepare({ ...site });
    expect(make("a")).toBe("<p>1</p>");
    cache.prepare({ ...site, year: 2027 });
    expect(make("a")).toBe("<p>3</p>");
  });

  it("are dropped when they have not been used for long", () => {
    const cache = new FragmentCache();
    const make = (name: string, text: string) => cache.render(site, "/", () => {}, name, text);
    make("first", "1");
    make("second", "2");
    for (let n = 0; n < 399; n++) {
      make(`other ${n}`, "3");
      make("first", "4");
    }
    expect(make("first", "5")).toBe("1");
    expect(make("second", "6")).toBe("6");
  });
});

describe("failures", () => {
  it("are thrown for an unknown page and for a page without its site", () => {
    const absent = JSON.stringify({ ...makePage("styleguide", "/"), component: "absent", site });
    expect(() => server.head(absent)).toThrow('No page "absent"');
    expect(() => server.render(absent)).toThrow();
    expect(() => server.render(JSON.stringify(makePage("styleguide", "/")))).toThrow("site");
  });

  it("are thrown for a page that leaves a part to the browser", () => {
    const page = createElement(Suspense, { fallback: "later" }, createElement(Waits));
    expect(renderToString(page)).toContain(server.LEFT_OUT);
  });
});

it("renders the given page, whichever head was rendered before", () => {
  const of = (name: string) =>
    JSON.stringify({ ...makePage("styleguide", "/styleguide"), site: { ...site, name } });
  server.head(of("Found First"));
  expect(html(of("Other & Sons"))).toContain("Other");
  server.head(of("Other & Sons"));
  expect(html(of("Other & Sons"))).toBe(html(of("Other & Sons")));
});

it("gives the head as JSON", () => {
  const head = JSON.parse(server.head(json("styleguide")));
  expect(head.robots).toBe("noindex, nofollow");
  expect(head.canonical).toBeNull();
});
