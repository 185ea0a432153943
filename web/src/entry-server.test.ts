// @vitest-environment node
import { beforeAll, describe, expect, it, vi } from "vitest";
import { makePage, site } from "./test-support/fixtures";

let server: typeof import("./entry-server");

beforeAll(async () => {
  vi.stubEnv("VITE_STYLEGUIDE", "1");
  server = await import("./entry-server");
});

const json = (component: string, props: Record<string, unknown> = {}) =>
  JSON.stringify({ ...makePage(component, `/${component}`, props), site });
const html = async (page: string) => new TextDecoder().decode(await server.render(page));

describe("the server's markup", () => {
  it("carries no style attribute and no script: the Content-Security-Policy forbids both", async () => {
    const markup = await html(json("styleguide"));
    expect(markup).toContain("Component ");
    expect(markup).not.toMatch(/<[^>]+\sstyle=/);
    expect(markup).not.toContain("<script");
    expect(markup).not.toContain("<style");
  });

  it("is the same for the same page", async () => {
    expect(await html(json("styleguide"))).toBe(await html(json("styleguide")));
  });

  it("has one h1, a way past the navigation and the year of the site", async () => {
    const markup = await html(json("styleguide"));
    expect(markup.match(/<h1/g)).toHaveLength(1);
    expect(markup).toMatch(/<a class="skip-link" href="#main"/);
    expect(markup).toContain("© 2026 Found First. All rights reserved.");
  });
});

describe("failures", () => {
  it("are errors: an unknown page, a page without its site", async () => {
    expect(() => server.head(json("absent"))).toThrow('No page "absent"');
    await expect(server.render(json("absent"))).rejects.toThrow();
    await expect(server.render(JSON.stringify(makePage("styleguide", "/")))).rejects.toThrow(
      "site",
    );
  });
});

it("gives the head as JSON", () => {
  const head = JSON.parse(server.head(json("styleguide")));
  expect(head.robots).toBe("noindex, nofollow");
  expect(head.canonical).toBeNull();
});
