import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Navigator } from "./navigator";
import { HOVER_DELAY, listen } from "./navigator-events";

const { happyDOM } = window as unknown as { happyDOM: { setURL(url: string): void } };
let listening = new AbortController();
const pushFragment = vi.fn();
const navigator = {
  navigate: vi.fn<Navigator["navigate"]>(async () => {}),
  pop: vi.fn(async () => {}),
  prefetch: vi.fn(),
  cancel: vi.fn(),
} satisfies Navigator;

let shown = [""];

beforeEach(() => {
  shown = ["/blog?page=2"];
  vi.useFakeTimers();
  vi.clearAllMocks();
  happyDOM.setURL("https://site.example/blog?page=2");
  document.body.innerHTML = "";
  listening = new AbortController();
  listen(navigator, pushFragment, (url) => shown.includes(url), listening.signal);
});
afterEach(() => {
  listening.abort();
  vi.useRealTimers();
});

function link(attributes: string): HTMLAnchorElement {
  document.body.innerHTML = `<a ${attributes}><span>text</span></a><div id="part"></div>`;
  return document.querySelector("a") as HTMLAnchorElement;
}
/** Clicks the text inside the link. Returns whether the app handled the click. */
function click(attributes: string, init: MouseEventInit = {}): boolean {
  const target = link(attributes).querySelector("span") as HTMLElement;
  const event = new MouseEvent("click", { bubbles: true, cancelable: true, ...init });
  target.dispatchEvent(event);
  return event.defaultPrevented;
}

describe("clicks", () => {
  it("handles links to pages of the site", () => {
    expect(click('href="/about?x=1#part"')).toBe(true);
    expect(navigator.navigate).toHaveBeenCalledWith("/about?x=1#part", { keepScroll: false });
  });

  it("visit the page at the address while another is still shown after a step back", () => {
    shown = [];
    click('href="/blog?page=2"');
    expect(navigator.navigate).toHaveBeenCalledWith("/blog?page=2", {
      keepScroll: false,
      replace: true,
    });
    click('href="/about"');
    expect(navigator.navigate).toHaveBeenCalledWith("/about", { keepScroll: false });
    expect(navigator.cancel).not.toHaveBeenCalled();
  });

  it("keeps the scroll position for filters", () => {
    click('href="/blog?trending=true" data-scroll="keep"');
    expect(navigator.navigate).toHaveBeenCalledWith("/blog?trending=true", { keepScroll: true });
  });

  it.each([
    ["another origin", 'href="https://other.example/about"'],
    ["a new window", 'href="/about" target="_blank"'],
    ["a download", 'href="/about" download'],
    ["a link that asks for a full load", 'href="/about" data-reload'],
    ["a link of the browser's own", 'href="/about" data-native'],
    ["a file", 'href="/feed.xml"'],
    ["the API", 'href="/api/docs"'],
    ["an upload", 'href="/media/images/1-a.webp"'],
    ["an e-mail address", 'href="mailto:a@site.example"'],
  ])("leaves %s to the browser", (_what, attributes) => {
    expect(click(attributes)).toBe(false);
    expect(navigator.navigate).not.toHaveBeenCalled();
  });

  it.each(["metaKey", "ctrlKey", "shiftKey", "altKey"] as const)(
    "leaves a click with %s",
    (key) => {
      expect(click('href="/about"', { [key]: true })).toBe(false);
    },
  );

  it("ignores a click that was already handled", () => {
    link('href="/about"').addEventListener("click", (event) => event.preventDefault());
    document
      .querySelector("span")
      ?.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
    expect(navigator.navigate).not.toHaveBeenCalled();
  });

  it("scrolls to the top for a link to the current page, and cancels a pending visit", () => {
    expect(click('href="/blog?page=2"')).toBe(true);
    expect(navigator.cancel).toHaveBeenCalledOnce();
    expect(navigator.navigate).not.toHaveBeenCalled();
    expect(pushFragment).not.toHaveBeenCalled();
  });

  it("recognises the current page by its canonical address, whatever the address bar contains", () => {
    happyDOM.setURL("https://site.example/blog?utm_source=mail&page=2");
    shown.push("/blog?utm_source=mail&page=2");
    expect(click('href="/blog?page=2"')).toBe(true);
    expect(click('href="/blog?utm_source=mail&page=2"')).toBe(true);
    expect(navigator.navigate).not.toHaveBeenCalled();
  });

  it("scrolls to a fragment of the current page with a new history entry", () => {
    expect(click('href="#part"')).toBe(true);
    expect(pushFragment).toHaveBeenCalledWith("#part");
    expect(click('href="#absent"')).toBe(false);
  });
});

describe("GET forms", () => {
  it("become addresses without their empty fields", () => {
    document.body.innerHTML = `<form action="/blog" method="get"><input name="search" value="log files"><input name="tag" value=""></form>`;
    const form = document.querySelector("form") as HTMLFormElement;
    const event = new SubmitEvent("submit", { bubbles: true, cancelable: true });
    form.dispatchEvent(event);
    expect(event.defaultPrevented).toBe(true);
    expect(navigator.navigate).toHaveBeenCalledWith("/blog?search=log+files", {
      keepScroll: false,
      replace: false,
    });
  });

  it("replace the history entry of the current page when they request it again", () => {
    document.body.innerHTML = `<form action="/blog" method="get"><input name="page" value="2"></form>`;
    const event = new SubmitEvent("submit", { bubbles: true, cancelable: true });
    document.querySelector("form")?.dispatchEvent(event);
    expect(navigator.navigate.mock.lastCall).toEqual([
      "/blog?page=2",
      { keepScroll: false, replace: true },
    ]);
  });

  it("are different from POST forms, which are ignored", () => {
    document.body.innerHTML = `<form action="/contact" method="post"></form>`;
    const event = new SubmitEvent("submit", { bubbles: true, cancelable: true });
    document.querySelector("form")?.dispatchEvent(event);
    expect(event.defaultPrevented).toBe(false);
  });
});

describe("prefetching", () => {
  const hover = (element: Element | null) =>
    element?.dispatchEvent(new MouseEvent("mouseover", { bubbles: true }));

  it("waits until the pointer has stayed on a link", () => {
    hover(link('href="/about"'));
    vi.advanceTimersByTime(HOVER_DELAY - 1);
    hover(document.querySelector("div"));
    vi.advanceTimersByTime(HOVER_DELAY);
    expect(navigator.prefetch).not.toHaveBeenCalled();
    hover(document.querySelector("a"));
    vi.advanceTimersByTime(HOVER_DELAY);
    expect(navigator.prefetch).toHaveBeenCalledWith("/about");
  });

  it("does not happen for a link that is being followed", () => {
    const about = link('href="/about"');
    hover(about);
    about.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
    vi.advanceTimersByTime(HOVER_DELAY);
    expect(navigator.navigate).toHaveBeenCalledOnce();
    expect(navigator.prefetch).not.toHaveBeenCalled();
  });

  it("starts at once on focus and touch, but never for the current page", () => {
    link('href="/seo"').dispatchEvent(new FocusEvent("focusin", { bubbles: true }));
    expect(navigator.prefetch).toHaveBeenCalledWith("/seo");
    navigator.prefetch.mockClear();
    link('href="/blog?page=2"').dispatchEvent(new Event("touchstart", { bubbles: true }));
    expect(navigator.prefetch).not.toHaveBeenCalled();
  });

  it("respects Save-Data", () => {
    Object.defineProperty(window.navigator, "connection", {
      value: { saveData: true },
      configurable: true,
    });
    link('href="/seo"').dispatchEvent(new FocusEvent("focusin", { bubbles: true }));
    expect(navigator.prefetch).not.toHaveBeenCalled();
    Reflect.deleteProperty(window.navigator, "connection");
  });
});
