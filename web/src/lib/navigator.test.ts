import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { makePage } from "../test-support/fixtures";
import { useNavigation } from "./navigation-state";
import { createNavigator, dataUrl, isPagePath, type NavigatorHost } from "./navigator";
import type { Page, PageName } from "./page";
import { CACHE_TTL, clearPageCache } from "./page-cache";

const module = { default: () => null };

function setUp(answers: Record<string, unknown>) {
  const host = {
    version: "v1",
    loadModule: vi.fn(async (_component: string) => module),
    guessComponent: vi.fn(() => null as PageName | null),
    show: vi.fn(),
    replacementOf: vi.fn((_page: Page) => null as string | null),
    onReplaced: vi.fn(),
    leave: vi.fn(),
    fetch: vi.fn(async (input: RequestInfo | URL, _init?: RequestInit) => {
      const answer = answers[String(input)];
      if (answer instanceof Error) throw answer;
      return { json: async () => answer } as Response;
    }),
    now: vi.fn(() => 0),
  } satisfies NavigatorHost;
  return { host, navigator: createNavigator(host) };
}

beforeEach(clearPageCache);
afterEach(() => expect(useNavigation.getState().pending).toBeNull());

describe("paths", () => {
  it("distinguishes pages from files, the API and uploads", () => {
    expect(["/", "/about", "/blog/some-post", "/admin/blog/new"].every(isPagePath)).toBe(true);
    const others = [
      "/feed.xml",
      "/api/posts",
      "/api",
      "/media/images/a.webp",
      "/_data/",
      "/healthz",
    ];
    expect(others.some(isPagePath)).toBe(false);
  });

  it("have their data under /_data with the query and without the fragment", () => {
    expect(dataUrl("/")).toBe("/_data/");
    expect(dataUrl("/blog?page=2#blog-posts")).toBe("/_data/blog?page=2");
  });
});

describe("navigate", () => {
  it("shows the page with its code", async () => {
    const page = makePage("about", "/about");
    const { host, navigator } = setUp({ "/_data/about": page });
    await navigator.navigate("/about");
    expect(host.loadModule).toHaveBeenCalledWith("about");
    const visit = { url: "/about", mode: "push", keepScroll: false };
    expect(host.show).toHaveBeenCalledWith(page, module, visit);
  });

  it("loads a page in full that may not be shown in another document", async () => {
    const page = { ...makePage("about", "/about"), needs_document: true };
    const { host, navigator } = setUp({ "/_data/about": page });
    await navigator.navigate("/about", { scrollTo: "team" });
    expect(host.leave.mock.calls).toEqual([["/about#team"]]);
    expect(host.show).not.toHaveBeenCalled();
  });

  it("shows a page of status 404 like any other", async () => {
    const { host, navigator } = setUp({
      "/_data/x": makePage("not-found", "/x", { replace_with: null }),
    });
    await navigator.navigate("/x");
    expect(host.show).toHaveBeenCalledOnce();
    expect(host.leave).not.toHaveBeenCalled();
  });

  it("visits the address that replaces a page, without showing the page", async () => {
    const dead = makePage("not-found", "/blog/gone");
    const { host, navigator } = setUp({
      "/_data/blog/gone": dead,
      "/_data/blog": makePage("blog/index", "/blog"),
    });
    host.replacementOf.mockImplementation((page) => (page === dead ? "/blog" : null));
    await navigator.navigate("/blog/gone");
    expect(host.onReplaced.mock.calls).toEqual([[dead, "/blog"]]);
    expect(host.show).toHaveBeenCalledOnce();
    expect(host.show.mock.calls[0]?.[2]).toMatchObject({ url: "/blog", mode: "push" });
  });

  it("lets the current page report an error that came instead of a page", async () => {
    const stays = vi.fn(() => true);
    const message = "Busy";
    const { host } = setUp({
      "/_data/a": makePage("error", "/a", { status: 503, message }),
      "/_data/b": { error: { code: "internal", message } },
    });
    const staying = createNavigator({ ...host, stays });
    await staying.navigate("/a");
    await staying.navigate("/b");
    expect(stays.mock.calls).toEqual([
      [{ url: "/a", reason: message }],
      [{ url: "/b", reason: message }],
    ]);
    expect(host.show).not.toHaveBeenCalled();
    stays.mockReturnValue(false);
    await staying.navigate("/a");
    expect(host.show).toHaveBeenCalledOnce();
  });

  it("follows a redirect and keeps the history entry of a step back", async () => {
    const { host, navigator } = setUp({
      "/_data/blog/old": { redirect: "/blog/new", replace: true },
      "/_data/blog/new": makePage("blog/post", "/blog/new"),
    });
    await navigator.pop("/blog/old");
    expect(host.show.mock.calls[0]?.[2]).toMatchObject({ url: "/blog/new", mode: "replace" });
  });

  it("leaves the app for a redirect to another origin or a file", async () => {
    const { host, navigator } = setUp({ "/_data/a": { redirect: "https://other.example/" } });
    await navigator.navigate("/a");
    expect(host.leave).toHaveBeenCalledWith("https://other.example/");
  });

  it("stops a redirect loop", async () => {
    const { host, navigator } = setUp({ "/_data/a": { redirect: "/a" } });
    await navigator.navigate("/a");
    expect(host.leave).toHaveBeenCalledWith("/a");
    expect(host.fetch.mock.calls.length).toBeLessThan(10);
  });

  it("loads in full if the assets are of another build", async () => {
    const { host, navigator } = setUp({
      "/_data/a": { ...makePage("about", "/a"), version: "v2" },
    });
    await navigator.navigate("/a#part");
    expect(host.leave).toHaveBeenCalledWith("/a#part");
    await navigator.navigate("/a", { scrollTo: "part" });
    expect(host.leave).toHaveBeenLastCalledWith("/a#part");
    expect(host.show).not.toHaveBeenCalled();
  });

  it("loads in full if the request or the page's code fails", async () => {
    const failing = setUp({ "/_data/a": new TypeError("offline") });
    await failing.navigator.navigate("/a");
    expect(failing.host.leave).toHaveBeenCalledWith("/a");

    const { host, navigator } = setUp({ "/_data/a": makePage("about", "/a") });
    host.loadModule.mockRejectedValue(new Error("no chunk"));
    await navigator.navigate("/a");
    expect(host.leave).toHaveBeenCalledWith("/a");
  });

  it("stays without a response if the page reports the error itself", async () => {
    const { host, navigator } = setUp({ "/_data/a": new TypeError("offline") });
    const stays = vi.fn(() => true);
    const staying = createNavigator({ ...host, stays });
    await staying.navigate("/a");
    expect(stays).toHaveBeenCalledWith({ url: "/a", reason: null });
    expect(host.leave).not.toHaveBeenCalled();
    await staying.pop("/a");
    expect(host.leave).toHaveBeenCalledTimes(1);
    await navigator.navigate("/a");
    expect(host.leave).toHaveBeenCalledTimes(2);
  });

  it("aborts the visit that a new one supersedes, and shows only the new one", async () => {
    const { host, navigator } = setUp({
      "/_data/a": makePage("about", "/a"),
      "/_data/b": makePage("seo", "/b"),
    });
    const first = navigator.navigate("/a");
    const second = navigator.navigate("/b");
    expect(useNavigation.getState().pending).toBe("/b");
    expect(host.fetch.mock.calls[0]?.[1]?.signal?.aborted).toBe(true);
    await Promise.all([first, second]);
    expect(host.show.mock.calls.map(([page]) => page.url)).toEqual(["/b"]);
    expect(host.leave).not.toHaveBeenCalled();
  });

  it("cancels a visit", async () => {
    const { host, navigator } = setUp({ "/_data/a": makePage("about", "/a") });
    const visit = navigator.navigate("/a");
    navigator.cancel();
    await visit;
    expect(host.show).not.toHaveBeenCalled();
  });
});

it("passes the element to scroll to with the visit, not with the address", async () => {
  const { host, navigator } = setUp({ "/_data/a": makePage("about", "/a") });
  await navigator.navigate("/a", { scrollTo: "part" });
  expect(host.show.mock.calls[0]?.[2]).toMatchObject({ url: "/a", scrollTo: "part" });
});

describe("prefetch", () => {
  it("fetches data and guessed code in parallel, once, and uses both for the visit", async () => {
    const { host, navigator } = setUp({ "/_data/about": makePage("about", "/about") });
    host.guessComponent.mockReturnValue("about");
    navigator.prefetch("/about");
    expect(host.loadModule).toHaveBeenCalledWith("about");
    navigator.prefetch("/about");
    await navigator.navigate("/about#our-timeline");
    expect(host.fetch).toHaveBeenCalledOnce();
    expect(host.show.mock.calls[0]?.[2].url).toBe("/about#our-timeline");
  });

  it("expires after 30 seconds", async () => {
    const { host, navigator } = setUp({ "/_data/about": makePage("about", "/about") });
    navigator.prefetch("/about");
    host.now.mockReturnValue(CACHE_TTL);
    await navigator.navigate("/about");
    expect(host.fetch).toHaveBeenCalledTimes(2);
  });

  it("requests a page again if prefetching has failed", async () => {
    const { host, navigator } = setUp({ "/_data/about": makePage("about", "/about") });
    host.fetch.mockRejectedValueOnce(new TypeError("offline"));
    navigator.prefetch("/about");
    await navigator.navigate("/about");
    expect(host.fetch).toHaveBeenCalledTimes(2);
    expect(host.show).toHaveBeenCalledOnce();
    expect(host.leave).not.toHaveBeenCalled();
  });

  it("requests a page again if an error page was prefetched", async () => {
    const answers: Record<string, unknown> = { "/_data/about": makePage("error", "/about") };
    const { host, navigator } = setUp(answers);
    navigator.prefetch("/about");
    answers["/_data/about"] = makePage("about", "/about");
    await navigator.navigate("/about");
    expect(host.fetch).toHaveBeenCalledTimes(2);
    expect(host.show.mock.calls[0]?.[0].component).toBe("about");
  });

  it("drops failures, and everything after a change", async () => {
    const answers: Record<string, unknown> = { "/_data/a": new TypeError("offline") };
    const { host, navigator } = setUp(answers);
    navigator.prefetch("/a");
    answers["/_data/a"] = makePage("about", "/a");
    // Loaded again once, as soon as the failure is known.
    await vi.waitFor(() => {
      navigator.prefetch("/a");
      expect(host.fetch).toHaveBeenCalledTimes(2);
    });
    clearPageCache();
    await navigator.navigate("/a");
    expect(host.fetch).toHaveBeenCalledTimes(3);
    expect(host.show).toHaveBeenCalledOnce();
  });
});
