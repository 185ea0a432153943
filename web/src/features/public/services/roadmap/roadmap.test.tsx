import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ROADMAP_ITEMS } from "../../../../content/roadmap";
import { doing, render, unmount } from "../../../../test-support/render";
import { Roadmap } from "./roadmap";

let view: HTMLElement;
beforeEach(async () => {
  view = await render(<Roadmap />);
});
afterEach(unmount);

const all = (selector: string) => [...view.querySelectorAll<HTMLElement>(selector)];
const row = (title: string) =>
  all(".roadmap-row").find((button) => button.textContent?.includes(title)) as HTMLElement;
const open = () =>
  all(".roadmap-item")
    .filter((item) => item.querySelector("[data-open]"))
    .map((item) => item.querySelector("h3")?.textContent);
const expanded = () => all('[aria-expanded="true"]').map((button) => button.textContent);
const isStill = () => all(".orbit")[0]?.dataset.still === "true";
const click = (element: Element | undefined | null) =>
  doing(() => {
    element?.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
  });
const press = (key: string) =>
  doing(() => {
    document.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
  });

it("shows its five stages with month, status and energy", () => {
  expect(all(".roadmap-row").map((button) => button.textContent)).toEqual([
    "Month 1Visibility AnalysisCOMPLETE",
    "Month 2SEO AuditsCOMPLETE",
    "Month 3Keyword IntelligenceIN PROGRESS",
    "Month 6Core Web VitalsPENDING",
    "Month 10Site LaunchPENDING",
  ]);
  expect(ROADMAP_ITEMS.map(({ energy }) => energy)).toEqual([100, 90, 60, 30, 10]);
});

it("relates stages mutually, and none to itself", () => {
  for (const { id, relatedIds } of ROADMAP_ITEMS) {
    expect(relatedIds.length).toBeGreaterThan(0);
    for (const related of relatedIds) {
      expect(related).not.toBe(id);
      expect(ROADMAP_ITEMS.find((item) => item.id === related)?.relatedIds).toContain(id);
    }
  }
});

describe("choosing", () => {
  it("starts with the current stage open and the orbit turning", () => {
    expect(open()).toEqual(["Keyword Intelligence"]);
    expect(isStill()).toBe(false);
  });

  it("chooses the current stage at the first click on it, and closes it at the next", async () => {
    await click(row("Keyword Intelligence"));
    expect(open()).toEqual(["Keyword Intelligence"]);
    expect(isStill()).toBe(true);
    await click(row("Keyword Intelligence"));
    expect(open()).toEqual([]);
    expect(isStill()).toBe(false);
  });

  it("closes the current stage at a click on the background", async () => {
    await click(view.querySelector("h2"));
    expect(open()).toEqual([]);
    expect(isStill()).toBe(false);
  });

  it("opens one stage at a time and stops the orbit", async () => {
    await click(row("SEO Audits"));
    expect(open()).toEqual(["SEO Audits"]);
    expect(isStill()).toBe(true);
    await click(row("Site Launch"));
    expect(open()).toEqual(["Site Launch"]);
    expect(expanded()).toEqual(["Month 10Site LaunchPENDING"]);
  });

  it("closes a stage that is chosen again, and starts the orbit", async () => {
    await click(row("SEO Audits"));
    await click(row("SEO Audits"));
    expect(open()).toEqual([]);
    expect(isStill()).toBe(false);
  });

  it("closes at a click on the background, not at one on the card", async () => {
    await click(row("SEO Audits"));
    await click(view.querySelector("[data-open] p"));
    expect(open()).toEqual(["SEO Audits"]);
    await click(view.querySelector("h2"));
    expect(open()).toEqual([]);
    expect(isStill()).toBe(false);
  });

  it("closes at Escape, and moves the focus from the card to its row", async () => {
    await click(row("SEO Audits"));
    view.querySelector<HTMLElement>("[data-open] a")?.focus();
    await press("Escape");
    expect(open()).toEqual([]);
    expect(document.activeElement).toBe(row("SEO Audits"));
  });

  it("does not handle Escape in a dialog", async () => {
    await click(row("SEO Audits"));
    document.body.insertAdjacentHTML("beforeend", "<dialog open></dialog>");
    await press("Escape");
    expect(open()).toEqual(["SEO Audits"]);
  });

  it("follows a link between stages, with the focus", async () => {
    await click(row("SEO Audits"));
    const link = [...view.querySelectorAll("[data-open] a")].find(
      ({ textContent }) => textContent === "Keyword Intelligence",
    );
    await click(link);
    expect(open()).toEqual(["Keyword Intelligence"]);
    expect(document.activeElement).toBe(row("Keyword Intelligence"));
  });

  it("works in the orbit, too", async () => {
    await click(view.querySelector('[data-roadmap-node="core-web-vitals"]'));
    expect(open()).toEqual(["Core Web Vitals"]);
    expect(all(".orbit-node-current")).toHaveLength(1);
  });
});

it("offers to start the rotation that a stage has stopped, and then closes the stage", async () => {
  const button = view.querySelector(".roadmap-pause");
  await click(row("SEO Audits"));
  expect(isStill()).toBe(true);
  expect(button?.textContent).toBe("Start rotation");
  await click(button);
  expect(open()).toEqual([]);
  expect(isStill()).toBe(false);
  expect(button?.textContent).toBe("Pause rotation");
});

it("keeps the current stage open while it is paused and started", async () => {
  const button = view.querySelector(".roadmap-pause");
  await click(button);
  await click(button);
  expect(open()).toEqual(["Keyword Intelligence"]);
  expect(isStill()).toBe(false);
});

it("stays paused until it is started again, whatever is chosen", async () => {
  const button = view.querySelector(".roadmap-pause");
  expect(button?.textContent).toBe("Pause rotation");
  await click(button);
  expect(isStill()).toBe(true);
  expect(button?.textContent).toBe("Start rotation");
  await click(row("SEO Audits"));
  await click(view.querySelector("h2"));
  expect(isStill()).toBe(true);
  await click(button);
  expect(isStill()).toBe(false);
});

it("lets a related stage be opened in a new tab", async () => {
  await click(row("SEO Audits"));
  const link = all(".roadmap-item a")[0] as HTMLAnchorElement;
  const event = new MouseEvent("click", { bubbles: true, cancelable: true, ctrlKey: true });
  const before = open();
  await doing(() => link.dispatchEvent(event));
  expect(event.defaultPrevented).toBe(false);
  expect(open()).toEqual(before);
});
