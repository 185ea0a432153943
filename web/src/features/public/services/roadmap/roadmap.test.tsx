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

it("names its five stages with month, status and energy", () => {
  expect(all(".roadmap-row").map((button) => button.textContent)).toEqual([
    "Month 1Visibility AnalysisCOMPLETE",
    "Month 2SEO AuditsCOMPLETE",
    "Month 3Keyword IntelligenceIN PROGRESS",
    "Month 6Core Web VitalsPENDING",
    "Month 10Site LaunchPENDING",
  ]);
  expect(ROADMAP_ITEMS.map(({ energy }) => energy)).toEqual([100, 90, 60, 30, 10]);
});

it("relates stages both ways, and none to itself", () => {
  for (const { id, relatedIds } of ROADMAP_ITEMS) {
    expect(relatedIds.length).toBeGreaterThan(0);
    for (const related of relatedIds) {
      expect(related).not.toBe(id);
      expect(ROADMAP_ITEMS.find((item) => item.id === related)?.relatedIds).toContain(id);
    }
  }
});

describe("choosing", () => {
  it("starts with the present stage open and turning", () => {
    expect(open()).toEqual(["Keyword Intelligence"]);
    expect(isStill()).toBe(false);
  });

  it("chooses the present stage at the first click on it, and closes it at the next", async () => {
    await click(row("Keyword Intelligence"));
    expect(open()).toEqual(["Keyword Intelligence"]);
    expect(isStill()).toBe(true);
    await click(row("Keyword Intelligence"));
    expect(open()).toEqual([]);
    expect(isStill()).toBe(false);
  });

  it("closes the present stage at a click on the background", async () => {
    await click(view.querySelector("h2"));
    expect(open()).toEqual([]);
    expect(isStill()).toBe(false);
  });

  it("opens one stage at a time and stops the turning", async () => {
    await click(row("SEO Audits"));
    expect(open()).toEqual(["SEO Audits"]);
    expect(isStill()).toBe(true);
    await click(row("Site Launch"));
    expect(open()).toEqual(["Site Launch"]);
    expect(expanded()).toEqual(["Month 10Site LaunchPENDING"]);
  });

  it("closes a stage that is chosen again, and turns on", async () => {
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

  it("closes at Escape, and hands focus from the card back to its row", async () => {
    await click(row("SEO Audits"));
    view.querySelector<HTMLElement>("[data-open] a")?.focus();
    await press("Escape");
    expect(open()).toEqual([]);
    expect(document.activeElement).toBe(row("SEO Audits"));
  });

  it("leaves Escape to a dialog that lies over it", async () => {
    await click(row("SEO Audits"));
    document.body.insertAdjacentHTML("beforeend", "<dialog open></dialog>");
    await press("Escape");
    expect(open()).toEqual(["SEO Audits"]);
  });

  it("follows a link between stages, and the keyboard goes with it", async () => {
    await click(row("SEO Audits"));
    const link = [...view.querySelectorAll("[data-open] a")].find(
      ({ textContent }) => textContent === "Keyword Intelligence",
    );
    await click(link);
    expect(open()).toEqual(["Keyword Intelligence"]);
    expect(document.activeElement).toBe(row("Keyword Intelligence"));
  });

  it("works in the picture too", async () => {
    await click(view.querySelector('[data-roadmap-node="core-web-vitals"]'));
    expect(open()).toEqual(["Core Web Vitals"]);
    expect(all(".orbit-node-current")).toHaveLength(1);
  });
});

it("offers to start the rotation while a stage keeps it still, and lets the stage go", async () => {
  const button = view.querySelector(".roadmap-pause");
  await click(row("SEO Audits"));
  expect(isStill()).toBe(true);
  expect(button?.textContent).toBe("Start rotation");
  await click(button);
  expect(open()).toEqual([]);
  expect(isStill()).toBe(false);
  expect(button?.textContent).toBe("Pause rotation");
});

it("keeps the present stage open while it is paused and started", async () => {
  const button = view.querySelector(".roadmap-pause");
  await click(button);
  await click(button);
  expect(open()).toEqual(["Keyword Intelligence"]);
  expect(isStill()).toBe(false);
});

it("stays paused, whatever is chosen meanwhile, until it is started again", async () => {
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
