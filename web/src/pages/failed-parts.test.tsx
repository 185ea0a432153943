import type { ComponentType } from "react";
import { afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { evidence } from "../test-support/fixtures";
import { InApp } from "../test-support/in-app";
import { cards, postView } from "../test-support/posts";
import { render, unmount } from "../test-support/render";
import { stubBrowser } from "../test-support/stub-browser";
import About from "./about";
import BlogPost from "./blog/post";
import Home from "./home";
import Seo from "./seo";
import Services from "./services";

// Picking a component from these fails, as from a chunk that cannot be loaded.
vi.mock("../features/public/sections/call-to-action", () => ({}));
vi.mock("../features/public/faq/faq-section", () => ({}));
// Vitest mocks only the first of two simultaneous imports, which the article's page has, so modules that they import
// fail instead.
vi.mock("../features/public/blog/share", () => ({}));
vi.mock("../features/public/newsletter/newsletter-strip", () => ({}));

const post = { post: postView, related: cards, previous: null, next: null };
const PAGES: [string, ComponentType<never>, object, string[]][] = [
  ["/", Home, { posts: cards, client_logos: [], evidence }, ["Call to action"]],
  ["/about", About, { posts: cards, client_logos: [], founder_story: "" }, ["Call to action"]],
  ["/services", Services, { posts: cards }, ["FAQ", "Call to action"]],
  ["/seo", Seo, { posts: cards }, ["FAQ", "Call to action"]],
  ["/blog/post-0", BlogPost, post, ["Article footer", "Newsletter and related articles"]],
];

beforeAll(() => vi.dynamicImportSettled());
beforeEach(stubBrowser);
afterEach(async () => {
  await unmount();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

it.each(PAGES)(
  "%s names what could not be fetched, and keeps the rest",
  async (url, page, props, names) => {
    const Page = page as ComponentType<object>;
    const view = await render(
      <InApp url={url}>
        <Page {...props} />
      </InApp>,
    );
    const failures = [...view.querySelectorAll('[role="alert"]')]
      .map((alert) => alert.textContent)
      .filter((text) => text !== "");
    expect(failures).toEqual(names.map((name) => `ErrorContent Loading Error${name}`));
    expect(view.querySelector("h1")).not.toBeNull();
    if (url.startsWith("/blog/")) expect(view.textContent).toContain("Because.");
  },
);
