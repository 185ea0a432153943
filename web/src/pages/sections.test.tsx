import type { ComponentType, ReactNode } from "react";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { arrivalDelay } from "../lib/page-module";
import { evidence } from "../test-support/fixtures";
import { InApp } from "../test-support/in-app";
import { cards, postView } from "../test-support/posts";
import { render, unmount } from "../test-support/render";
import { stubBrowser } from "../test-support/stub-browser";
import About, * as aboutPage from "./about";
import BlogIndex from "./blog/index";
import BlogPost from "./blog/post";
import Contact from "./contact";
import Home from "./home";
import Seo from "./seo";
import Services, * as servicesPage from "./services";

/** Name of the section that is to fail, and names of those that were rendered. */
const sections = vi.hoisted(() => ({ broken: "", drawn: [] as string[] }));

vi.mock(import("../ui/base/section-boundary"), async (original) => {
  const real = await original();
  function Broken(): never {
    throw new Error("broken on purpose");
  }
  /** Wraps the real boundary in an element with its name, around a section that fails on request. */
  function SectionBoundary(props: { name: string; fallback?: ReactNode; children: ReactNode }) {
    if (!sections.drawn.includes(props.name)) sections.drawn.push(props.name);
    return (
      <div data-section={props.name}>
        <real.SectionBoundary {...props}>
          {sections.broken === props.name ? <Broken /> : props.children}
        </real.SectionBoundary>
      </div>
    );
  }
  return { ...real, SectionBoundary: SectionBoundary as unknown as typeof real.SectionBoundary };
});

const sectionName = (section: Element) => section.getAttribute("data-section");

const client_logos = [{ name: "Ambertide", image: "/images/x.svg", width: 135, height: 56 }];
const filter = {
  tag: null,
  section: null,
  trending: false,
  latest: false,
  featured: false,
  search: null,
};
const PAGES: { url: string; page: ComponentType<never>; props: object }[] = [
  { url: "/", page: Home, props: { posts: cards, client_logos, evidence } },
  { url: "/about", page: About, props: { posts: cards, client_logos, founder_story: "" } },
  { url: "/services", page: Services, props: { posts: cards } },
  { url: "/seo", page: Seo, props: { posts: cards } },
  { url: "/contact", page: Contact, props: { tab: "message" } },
  {
    url: "/blog",
    page: BlogIndex,
    props: { filter, posts: cards, page: 1, per_page: 12, pages: 1, total: cards.length },
  },
  {
    url: "/blog/post-0",
    page: BlogPost,
    props: { post: postView, related: cards, previous: null, next: null },
  },
];

beforeAll(() => vi.dynamicImportSettled());

beforeEach(() => {
  sections.broken = "";
  sections.drawn.length = 0;
  stubBrowser();
});
afterEach(async () => {
  await unmount();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe.each(PAGES)("$url", ({ url, page, props }) => {
  const Page = page as ComponentType<object>;
  const draw = () =>
    render(
      <InApp url={url}>
        <Page {...props} />
      </InApp>,
    );

  it("has every section inside a separate error boundary", async () => {
    const view = await draw();
    const bare = [...view.children]
      .filter((child) => !child.querySelector("[data-section]") && !child.matches("[data-section]"))
      .map((child) => child.outerHTML.slice(0, 120));
    expect(bare).toEqual([]);
    expect(sections.drawn.length).toBeGreaterThan(1);
  });

  // Renders each page once for every section, which takes a while on a busy machine.
  it("keeps all other sections if one fails, with a message that names it", {
    timeout: 60_000,
  }, async () => {
    const whole = await draw();
    const names = [...sections.drawn];
    const inside = (name: string) =>
      [...whole.querySelectorAll(`[data-section="${name}"] [data-section]`)].map(sectionName);
    const inner = new Map(names.map((name) => [name, inside(name)]));
    for (const name of names) {
      await unmount();
      sections.broken = name;
      const view = await draw();
      const alerts = [...view.querySelectorAll('[role="alert"]')].filter((alert) =>
        alert.textContent?.includes("Content Loading Error"),
      );
      expect(alerts.map((alert) => alert.textContent)).toEqual([expect.stringContaining(name)]);
      const standing = [...view.querySelectorAll("[data-section]")].map(sectionName);
      const others = names.filter((other) => !inner.get(name)?.includes(other));
      expect(standing).toEqual(expect.arrayContaining(others));
    }
  });
});

it("scrolls to the target of an address after 600 ms, on the about page after 500 ms", () => {
  expect([{}, servicesPage, aboutPage].map(arrivalDelay)).toEqual([600, 600, 500]);
});
