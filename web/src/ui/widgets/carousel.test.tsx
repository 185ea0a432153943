import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { doing, render, unmount } from "../../test-support/render";
import { Carousel } from "./carousel";

const WORDS = ["one", "two", "three"];

/** Never reports an intersection, so that the carousel is tested without Embla. */
class NoObserver {
  observe() {}
  disconnect() {}
}

let reducedMotion = false;

beforeEach(() => {
  vi.useFakeTimers();
  reducedMotion = false;
  vi.stubGlobal("IntersectionObserver", NoObserver);
  vi.stubGlobal("matchMedia", (query: string) => ({
    matches: query.includes("reduced-motion") && reducedMotion,
    addEventListener() {},
    removeEventListener() {},
  }));
});
afterEach(async () => {
  await unmount();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** A row of `width` pixels. */
const draw = async (options: { loop?: boolean; autoplay?: number } = {}, width = 100) => {
  const view = await render(
    <Carousel
      label="Words"
      noun="word"
      query="words"
      heading={<h2>Words</h2>}
      items={WORDS}
      itemKey={(word) => word}
      perView="basis-full"
      {...options}
    >
      {(word, isCurrent) => <p data-current={isCurrent}>{word}</p>}
    </Carousel>,
  );
  const row = view.querySelector<HTMLElement>(".carousel");
  if (!row) throw new Error("No row");
  // Slides are 100 px wide, and the row scrolls as in browsers.
  for (const [index, slide] of [...row.querySelectorAll("li")].entries()) {
    slide.getBoundingClientRect = () => new DOMRect(index * 100 - row.scrollLeft, 0, 100, 10);
  }
  row.getBoundingClientRect = () => new DOMRect(0, 0, width, 10);
  vi.spyOn(row, "clientWidth", "get").mockReturnValue(width);
  vi.spyOn(row, "scrollWidth", "get").mockReturnValue(WORDS.length * 100);
  row.scrollTo = vi.fn((to) => {
    row.scrollLeft = Math.min((to as ScrollToOptions).left ?? 0, WORDS.length * 100 - width);
    row.dispatchEvent(new Event("scroll"));
    row.dispatchEvent(new Event("scrollend"));
  }) as typeof row.scrollTo;
  const button = (name: string) => {
    const found = view.querySelector<HTMLButtonElement>(`button[aria-label="${name}"]`);
    if (!found) throw new Error(`No button ${name}`);
    return found;
  };
  return { view, row, button, count: () => view.querySelector(".find-count")?.textContent };
};

describe("Carousel", () => {
  it("steps, counts and names the current slide before Embla is loaded", async () => {
    const { view, button, count } = await draw();
    expect(count()).toBe("1/3");
    await doing(() => button("Next word").click());
    expect(count()).toBe("2/3");
    expect(view.querySelector('[data-current="true"]')?.textContent).toBe("two");
    await doing(() => button("Previous word").click());
    expect(count()).toBe("1/3");
  });

  it("stops at its ends, where the button stays focusable, and wraps around with loop", async () => {
    const straight = await draw();
    expect(straight.button("Previous word").getAttribute("aria-disabled")).toBe("true");
    await doing(() => straight.button("Previous word").click());
    expect(straight.count()).toBe("1/3");
    const round = await draw({ loop: true });
    expect(round.button("Previous word").hasAttribute("aria-disabled")).toBe(false);
    await doing(() => round.button("Previous word").click());
    expect(round.count()).toBe("3/3");
    await doing(() => round.button("Next word").click());
    expect(round.count()).toBe("1/3");
  });

  it("goes round where two slides are in view, and the last is never at the left edge", async () => {
    const { button, count } = await draw({ loop: true }, 200);
    await doing(() => button("Next word").click());
    expect(count()).toBe("2/3");
    await doing(() => button("Next word").click());
    expect(count()).toBe("1/3");
    await doing(() => button("Previous word").click());
    expect(count()).toBe("2/3");
  });

  it("counts presses during a smooth scroll from where they lead, and after a swipe from what is in view", async () => {
    const { row, button } = await draw({ loop: true });
    const aims: (number | undefined)[] = [];
    // The row has not moved yet when it is told to scroll again.
    row.scrollTo = vi.fn((to) => aims.push((to as ScrollToOptions).left)) as never;
    const press = () => doing(() => button("Next word").click());
    await press();
    await press();
    expect(aims).toEqual([100, 200]);
    await press();
    await doing(() => row.dispatchEvent(new PointerEvent("pointerdown")));
    await press();
    expect(aims).toEqual([100, 200, 0, 100]);
  });

  it("steps with the arrow keys while the row has the focus", async () => {
    const { row, count } = await draw();
    const press = (key: string) =>
      doing(() => row.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true })));
    await press("ArrowRight");
    expect(count()).toBe("2/3");
    await press("ArrowLeft");
    expect(count()).toBe("1/3");
  });

  it("shows the slide that gets the focus, unless it is in view", async () => {
    const { row, count } = await draw({}, 150);
    const focus = (slide: number) =>
      doing(() => {
        const text = row.querySelectorAll<HTMLElement>("p")[slide];
        if (!text) throw new Error("No slide");
        text.tabIndex = -1;
        text.focus({ preventScroll: true });
      });
    await focus(1);
    expect([row.scrollLeft, count()]).toEqual([0, "1/3"]);
    await focus(2);
    expect([row.scrollLeft, count()]).toEqual([150, "2/3"]);
    await focus(0);
    expect([row.scrollLeft, count()]).toEqual([0, "1/3"]);
  });

  it("leaves the browser's shortcuts for history alone", async () => {
    const { row, count } = await draw();
    for (const held of ["altKey", "ctrlKey", "metaKey"]) {
      const key = new KeyboardEvent("keydown", {
        key: "ArrowRight",
        bubbles: true,
        cancelable: true,
        [held]: true,
      });
      await doing(() => row.dispatchEvent(key));
      expect([count(), key.defaultPrevented]).toEqual(["1/3", false]);
    }
  });

  it("plays only if asked to, and every step restarts the interval", async () => {
    const still = await draw();
    await doing(() => vi.advanceTimersByTime(60_000));
    expect(still.count()).toBe("1/3");
    expect(still.view.querySelector('[aria-label="Pause carousel"]')).toBeNull();

    const { button, count } = await draw({ loop: true, autoplay: 5000 });
    await doing(() => vi.advanceTimersByTime(4999));
    expect(count()).toBe("1/3");
    await doing(() => vi.advanceTimersByTime(1));
    expect(count()).toBe("2/3");
    await doing(() => vi.advanceTimersByTime(4000));
    await doing(() => button("Next word").click());
    await doing(() => vi.advanceTimersByTime(4999));
    expect(count()).toBe("3/3");
    await doing(() => vi.advanceTimersByTime(1));
    expect(count()).toBe("1/3");
  });

  it("pauses while the pointer is over it and while the tab is hidden", async () => {
    const { view, count } = await draw({ loop: true, autoplay: 5000 });
    const root = view.firstElementChild;
    const point = (type: string, pointerType: string) =>
      doing(() => root?.dispatchEvent(new PointerEvent(type, { pointerType })));
    await point("pointerenter", "mouse");
    await doing(() => vi.advanceTimersByTime(60_000));
    expect(count()).toBe("1/3");
    await point("pointerleave", "mouse");
    await point("pointerenter", "touch");
    await doing(() => vi.advanceTimersByTime(5000));
    expect(count()).toBe("2/3");

    const hidden = vi.spyOn(document, "hidden", "get").mockReturnValue(true);
    await doing(() => document.dispatchEvent(new Event("visibilitychange")));
    await doing(() => vi.advanceTimersByTime(60_000));
    expect(count()).toBe("2/3");
    hidden.mockReturnValue(false);
    await doing(() => document.dispatchEvent(new Event("visibilitychange")));
    await doing(() => vi.advanceTimersByTime(5000));
    expect(count()).toBe("3/3");
  });

  it("is paused and played by its button, and announces steps only while it is paused", async () => {
    const { view, button, count } = await draw({ loop: true, autoplay: 5000 });
    const live = () => view.querySelector(".find-count")?.getAttribute("aria-live");
    expect(live()).toBe(null);
    await doing(() => button("Pause carousel").click());
    await doing(() => vi.advanceTimersByTime(60_000));
    expect(count()).toBe("1/3");
    expect(live()).toBe("polite");
    await doing(() => button("Play carousel").click());
    await doing(() => vi.advanceTimersByTime(5000));
    expect(count()).toBe("2/3");
  });

  it("does not play by itself with reduced motion", async () => {
    reducedMotion = true;
    const { button, count } = await draw({ loop: true, autoplay: 5000 });
    await doing(() => vi.advanceTimersByTime(60_000));
    expect(count()).toBe("1/3");
    await doing(() => button("Play carousel").click());
    await doing(() => vi.advanceTimersByTime(5000));
    expect(count()).toBe("2/3");
  });
});
