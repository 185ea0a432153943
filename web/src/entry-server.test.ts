// @vitest-environment node
import { createElement, Suspense } from "react";
import { renderToString } from "react-dom/server";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { makePage, site } from "./test-support/fixtures";

function Waits(): never {
  throw new Promise(() => {});
}

let server: typeof import("./entry-server");

beforeAll(async () => {
  vi.stubEnv("VITE_STYLEGUIDE", "1");
  server = await import("./entry-server");
});

const json = (component: string, props: Record<string, unknown> = {}) =>
  JSON.stringify({ ...makePage(component, `/${component}`, props), site });
const html = (page: string) => server.render(page);

describe("the server's markup", () => {
  it("carries no style attribute and no script: the Content-Security-Policy forbids both", () => {
    const markup = html(json("styleguide"));
    expect(markup).toContain("Component ");
    expect(markup).not.toMatch(/<[^>]+\sstyle=/);
    expect(markup).not.toContain("<script");
    expect(markup).not.toContain("<style");
  });

  it("is the same for the same page", () => {
    expect(html(json("styleguide"))).toBe(html(json("styleguide")));
  });

  it("has one h1, a way past the navigation and the year of the site", () => {
    const markup = html(json("styleguide"));
    expect(markup.match(/<h1/g)).toHaveLength(1);
    expect(markup).toMatch(/<a class="skip-link" href="#main"/);
    expect(markup).toContain("© 2026 Found First. All rights reserved.");
  });
});

describe("failures", () => {
  it("are errors: an unknown page, a page without its site", () => {
    expect(() => server.head(json("absent"))).toThrow('No page "absent"');
    expect(() => server.render(json("absent"))).toThrow();
    expect(() => server.render(JSON.stringify(makePage("styleguide", "/")))).toThrow("site");
  });

  it("are what a page left to the browser, too", () => {
    const page = createElement(Suspense, { fallback: "later" }, createElement(Waits));
    expect(renderToString(page)).toContain(server.LEFT_OUT);
  });
});

it("gives the head as JSON", () => {
  const head = JSON.parse(server.head(json("styleguide")));
  expect(head.robots).toBe("noindex, nofollow");
  expect(head.canonical).toBeNull();
});
