import { useLayoutEffect } from "react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { AppProvider } from "../../../../lib/site-context";
import { site } from "../../../../test-support/fixtures";
import { InApp } from "../../../../test-support/in-app";
import { doing, render, unmount } from "../../../../test-support/render";
import { INITIAL_INPUT } from "./roi";
import { RoiCalculator } from "./roi-calculator";
import { ANNOUNCE_DELAY } from "./roi-result";
import { STATE_KEY } from "./saved-input";
import { TWEEN_DURATION } from "./use-tween";

/** Moves a slider before the effects of the calculator after it run. */
function EarlyMove() {
  useLayoutEffect(() => {
    const value = document.querySelector<HTMLInputElement>('[name="value"]');
    if (value) value.value = "120";
  }, []);
  return null;
}

let view: HTMLElement;
const draw = async () => {
  view = await render(
    <AppProvider value={{ site, url: "/services", navigate: () => {}, form: null }}>
      <RoiCalculator />
    </AppProvider>,
  );
};
const slider = (name: string) => view.querySelector(`[name="${name}"]`) as HTMLInputElement;
const set = (name: string, value: number) =>
  doing(() => {
    const prototype = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value");
    prototype?.set?.call(slider(name), String(value));
    slider(name).dispatchEvent(new Event("input", { bubbles: true }));
  });
const text = (selector: string) => view.querySelector(selector)?.textContent;
const pass = (time: number) => doing(() => void vi.advanceTimersByTime(time));
const stored = () => JSON.parse(sessionStorage.getItem(STATE_KEY) ?? "null");

beforeEach(() => {
  sessionStorage.clear();
  vi.useFakeTimers();
  vi.stubGlobal("matchMedia", () => ({ matches: false }));
});
afterEach(async () => {
  await unmount();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("the result", () => {
  it("is animated to its new value in 280 ms", async () => {
    await draw();
    expect(text(".roi-big")).toBe("£1,500");
    await set("visitors", 2000);
    await pass(TWEEN_DURATION / 2);
    const midway = Number(text(".roi-big")?.replace(/\D/g, ""));
    expect(midway).toBeGreaterThan(1500);
    expect(midway).toBeLessThan(3000);
    await pass(TWEEN_DURATION);
    expect(text(".roi-big")).toBe("£3,000");
    expect(text("dl")).toContain("Yearly value today£24,000");
  });

  it("changes at once with reduced motion", async () => {
    vi.stubGlobal("matchMedia", () => ({ matches: true }));
    await draw();
    await set("visitors", 2000);
    expect(text(".roi-big")).toBe("£3,000");
  });

  it("is announced once the sliders are at rest, but not initially", async () => {
    await draw();
    await pass(ANNOUNCE_DELAY * 2);
    expect(text('[role="status"]')).toBe("");
    await set("visitors", 2000);
    await pass(ANNOUNCE_DELAY / 2);
    await set("visitors", 3000);
    await pass(ANNOUNCE_DELAY / 2);
    expect(text('[role="status"]')).toBe("");
    await pass(ANNOUNCE_DELAY);
    expect(text('[role="status"]')).toBe("Potential monthly value £4,500, £1,500 more than today.");
  });
});

describe("the figures", () => {
  it("are stored when the page is hidden and when it is left in the app", async () => {
    await draw();
    expect(stored()).toBeNull();
    window.dispatchEvent(new Event("pagehide"));
    expect(stored()).toEqual(INITIAL_INPUT);
    await set("conversion", 3.3);
    window.dispatchEvent(new Event("pagehide"));
    expect(stored()).toEqual({ ...INITIAL_INPUT, conversion: 3.3 });
    await set("improvement", 100);
    await unmount();
    expect(stored()).toEqual({ ...INITIAL_INPUT, conversion: 3.3, improvement: 100 });
  });

  it("are restored on return", async () => {
    sessionStorage.setItem(STATE_KEY, JSON.stringify({ ...INITIAL_INPUT, visitors: 4000 }));
    await draw();
    expect(slider("visitors").value).toBe("4000");
    await pass(TWEEN_DURATION * 2);
    expect(text(".roi-big")).toBe("£6,000");
    await pass(ANNOUNCE_DELAY * 2);
    expect(text('[role="status"]')).toBe("");
  });

  it("keep what is stored, except for a slider that was moved before hydration", async () => {
    const before = { visitors: 4000, conversion: 3.3, value: 80, improvement: 100 };
    sessionStorage.setItem(STATE_KEY, JSON.stringify(before));
    view = await render(
      <InApp url="/services">
        <EarlyMove />
        <RoiCalculator />
      </InApp>,
    );
    expect(stored()).toEqual({ ...before, value: 120 });
    expect(slider("visitors").value).toBe("4000");
  });

  it.each(["{", "[]", "null", '{"visitors":"x"}'])("are the defaults for %s", async (value) => {
    sessionStorage.setItem(STATE_KEY, value);
    await draw();
    expect(slider("visitors").value).toBe("1000");
  });
});
