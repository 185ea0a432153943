import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import {
  ANCHOR_DURATION,
  cancelScroll,
  scrollTargetOf,
  scrollToElement,
  scrollToTop,
} from "./scroll";

const DELAY = 600;

let scrollY = 0;
let reducedMotion = false;

beforeEach(() => {
  vi.useFakeTimers({
    toFake: [
      "setTimeout",
      "clearTimeout",
      "requestAnimationFrame",
      "cancelAnimationFrame",
      "performance",
    ],
  });
  scrollY = 0;
  reducedMotion = false;
  vi.spyOn(window, "scrollTo").mockImplementation(((options: ScrollToOptions) => {
    scrollY = options.top ?? 0;
  }) as typeof window.scrollTo);
  vi.spyOn(window, "scrollY", "get").mockImplementation(() => scrollY);
  vi.stubGlobal("matchMedia", () => ({ matches: reducedMotion }));
  document.body.innerHTML = '<div id="part"></div>';
  const part = document.getElementById("part") as HTMLElement;
  part.getBoundingClientRect = () => ({ top: 1120 - scrollY }) as DOMRect;
});
afterEach(() => {
  cancelScroll();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe("scrolling to an element", () => {
  it("ends 120 px above it after the delay and 1000 ms", () => {
    scrollToElement("part", { delay: DELAY });
    vi.advanceTimersByTime(DELAY - 1);
    expect(scrollY).toBe(0);
    vi.advanceTimersByTime(ANCHOR_DURATION / 2);
    expect(scrollY).toBeGreaterThan(0);
    expect(scrollY).toBeLessThan(1000);
    vi.advanceTimersByTime(ANCHOR_DURATION);
    expect(scrollY).toBe(1000);
  });

  it("unfolds a folded element", () => {
    document.body.innerHTML = '<details><summary>More</summary><p id="folded"></p></details>';
    expect(scrollToElement("folded")).toBe(true);
    expect(document.querySelector("details")?.open).toBe(true);
    expect(document.activeElement?.id).toBe("folded");
  });

  it("jumps under reduced motion", () => {
    reducedMotion = true;
    scrollToElement("part");
    vi.advanceTimersByTime(1);
    expect(scrollY).toBe(1000);
  });

  it("leaves 16 px above it in a low window, where no bar stays", () => {
    reducedMotion = true;
    vi.stubGlobal("innerHeight", 320);
    scrollToElement("part");
    vi.advanceTimersByTime(1);
    expect(scrollY).toBe(1104);
  });

  it("is cancelled by the visitor's own scrolling", () => {
    scrollToElement("part", { delay: DELAY });
    window.dispatchEvent(new Event("wheel"));
    vi.advanceTimersByTime(DELAY + ANCHOR_DURATION);
    expect(scrollY).toBe(0);
  });

  it("makes it the starting point for keyboard navigation", () => {
    scrollToElement("part");
    expect(document.activeElement?.id).toBe("part");
  });

  it("returns false if there is no such element, and does not scroll", () => {
    scrollY = 300;
    expect(scrollToElement("absent")).toBe(false);
    expect(scrollToElement("%E0%A4%A'\"><", { delay: DELAY })).toBe(false);
    vi.advanceTimersByTime(DELAY + ANCHOR_DURATION);
    expect(scrollY).toBe(300);
  });

  it("finds an element that is added before the delay is over", () => {
    document.body.innerHTML = "";
    scrollToElement("part", { delay: DELAY });
    document.body.innerHTML = '<div id="part"></div>';
    const part = document.getElementById("part") as HTMLElement;
    part.getBoundingClientRect = () => ({ top: 1120 - scrollY }) as DOMRect;
    vi.advanceTimersByTime(DELAY + ANCHOR_DURATION + 50);
    expect(scrollY).toBe(1000);
    expect(document.activeElement).toBe(part);
  });
});

it("scrolls to the top in the given time", () => {
  scrollY = 500;
  scrollToTop(600);
  vi.advanceTimersByTime(300);
  expect(scrollY).toBeGreaterThan(0);
  vi.advanceTimersByTime(400);
  expect(scrollY).toBe(0);
});

it("reads the target from scrollTo or the fragment", () => {
  expect(scrollTargetOf("/about?scrollTo=engine-room")).toBe("engine-room");
  expect(scrollTargetOf("/about#our%20part")).toBe("our part");
  expect(scrollTargetOf("/about#%")).toBe("%");
  expect(scrollTargetOf("/about?scrollTo=%E0%A4%A&scrollTo=b")).toContain("\uFFFD");
  expect(scrollTargetOf("/about")).toBeNull();
});
