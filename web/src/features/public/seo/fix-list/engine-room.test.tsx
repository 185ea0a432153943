import { renderToString } from "react-dom/server";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { SEO_CARDS } from "../../../../content/seo-cards";
import { AppProvider } from "../../../../lib/site-context";
import { site } from "../../../../test-support/fixtures";
import { doing, render, unmount } from "../../../../test-support/render";
import { fullStorage } from "../../../../test-support/storage";
import { EngineRoom } from "./engine-room";
import { STORAGE_KEY } from "./saved-cards";

const room = (
  <AppProvider value={{ site, url: "/seo", navigate: () => {} }}>
    <EngineRoom />
  </AppProvider>
);
const draw = () => render(room);
const button = (root: Element, name: string): HTMLElement => {
  const found = [...root.querySelectorAll<HTMLElement>("button")].find(
    (each) => (each.getAttribute("aria-label") ?? each.textContent) === name,
  );
  if (!found) throw new Error(`No button ${name}`);
  return found;
};
const press = (root: Element, name: string) => doing(() => button(root, name).click());
const counter = (root: Element) => root.querySelector("[aria-live]")?.textContent;
const stored = () => JSON.parse(localStorage.getItem(STORAGE_KEY) ?? "null") as unknown[] | null;
const tabs = (root: Element) =>
  [...root.querySelectorAll('[role="tab"]')].map(({ textContent }) => textContent);

beforeEach(() => localStorage.clear());
afterEach(async () => {
  vi.restoreAllMocks();
  await unmount();
});

describe("the engine room", () => {
  it("wraps at both ends of the deck", async () => {
    const view = await draw();
    expect(counter(view)).toBe("1 / 12");
    await press(view, "Previous card");
    expect(counter(view)).toBe("12 / 12");
    await press(view, "Next card");
    expect(counter(view)).toBe("1 / 12");
  });

  it("stores every change, and nothing when it opens", async () => {
    const view = await draw();
    expect(stored()).toBeNull();
    await press(view, "Save");
    await press(view, "Next card");
    await press(view, "Save");
    expect(stored()).toHaveLength(2);
    expect(tabs(view)).toEqual(["Explore SEO Cards", "Your SEO Fix List (2)"]);
    await press(view, `Remove ${SEO_CARDS[0]?.term}`);
    expect(stored()).toMatchObject([{ term: SEO_CARDS[1]?.term }]);
  });

  it("saves a card once, however often it is pressed", async () => {
    const view = await draw();
    button(view, "Save")?.focus();
    await press(view, "Save");
    const before = localStorage.getItem(STORAGE_KEY);
    expect(button(view, "Saved")?.getAttribute("aria-disabled")).toBe("true");
    // The button keeps the focus, so that the deck's keyboard control still works.
    expect(document.activeElement).toBe(button(view, "Saved"));
    await press(view, "Saved");
    const key = new KeyboardEvent("keydown", { key: "s", bubbles: true });
    await doing(() => document.activeElement?.dispatchEvent(key));
    expect(localStorage.getItem(STORAGE_KEY)).toBe(before);
    expect(view.textContent).toContain(`${SEO_CARDS[0]?.term} is already in your fix list`);
  });

  it("has an empty list in documents", () => {
    const text = renderToString(room).replace(/<[^>]*>/g, "");
    expect(text).toContain("Your SEO Fix List (0)");
  });

  it("opens with the stored list, or an empty one if that is invalid", async () => {
    localStorage.setItem(STORAGE_KEY, JSON.stringify([{ term: "Noindex" }, 5]));
    expect(tabs(await draw())[1]).toBe("Your SEO Fix List (1)");
    localStorage.setItem(STORAGE_KEY, "{broken");
    expect(tabs(await draw())[1]).toBe("Your SEO Fix List (0)");
  });

  it("keeps cards for the visit and says so if storage is full", async () => {
    vi.spyOn(globalThis, "localStorage", "get").mockReturnValue(fullStorage());
    const view = await draw();
    expect(view.textContent).toContain("Saved cards stay in this browser");
    await press(view, "Save");
    expect(tabs(view)[1]).toBe("Your SEO Fix List (1)");
    expect(view.textContent).toContain("your list will be lost when you leave this page");
  });

  it("follows changes in another window", async () => {
    const view = await draw();
    localStorage.setItem(STORAGE_KEY, JSON.stringify([{ term: "Noindex" }]));
    await doing(() => window.dispatchEvent(new StorageEvent("storage", { key: STORAGE_KEY })));
    expect(tabs(view)[1]).toBe("Your SEO Fix List (1)");
  });
});
