import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { AppProvider } from "../../../../lib/site-context";
import { site } from "../../../../test-support/fixtures";
import { doing, render, unmount } from "../../../../test-support/render";
import { PlanBuilder } from "./plan-builder";

beforeEach(() => {
  vi.useFakeTimers();
  sessionStorage.clear();
});
afterEach(async () => {
  await unmount();
  vi.useRealTimers();
});

const draw = async () => {
  const view = await render(
    <AppProvider value={{ site, url: "/about", navigate: () => {} }}>
      <PlanBuilder />
    </AppProvider>,
  );
  const button = (name: string) =>
    [...view.querySelectorAll("button")].find(({ textContent }) => textContent?.startsWith(name));
  const click = async (name: string) => {
    const found = button(name);
    if (!found) throw new Error(`No button ${name}`);
    await doing(() => found.click());
  };
  const wait = (ms: number) => doing(() => vi.advanceTimersByTime(ms));
  const title = () => view.querySelector("h4")?.textContent;
  return { view, button, click, wait, title };
};

describe("PlanBuilder", () => {
  it("completes a rated module after 300 ms", async () => {
    const { button, click, wait, title } = await draw();
    await click("Get More Leads");
    await click("Need Help");
    expect(button("Need Help")?.getAttribute("aria-pressed")).toBe("true");
    await wait(299);
    expect(title()).toBe("Keyword strategy");
    await wait(1);
    expect(title()).toBe("Content mapping");
    expect(button("Need Help")?.getAttribute("aria-pressed")).toBe("false");
  });

  it("is as it was when the visitor returns to the page, and does not scroll there", async () => {
    const before = await draw();
    await before.click("Get More Leads");
    await before.click("Need Help");
    await before.wait(300);
    await unmount();
    const scrolled = vi.spyOn(window, "scrollTo");
    const { view, click, title, wait } = await draw();
    expect(title()).toBe("Content mapping");
    await wait(2000);
    expect(scrolled).not.toHaveBeenCalled();
    expect(document.activeElement).toBe(document.body);
    await click("Previous module");
    expect(title()).toBe("Keyword strategy");
    expect(view.querySelector("[role=progressbar]")?.getAttribute("aria-valuenow")).toBe("1");
  });

  it("counts a double click once and uses the last of two ratings", async () => {
    const { view, click, wait, title } = await draw();
    await click("Get More Leads");
    await click("Need Help");
    await click("Confident");
    await wait(300);
    expect(title()).toBe("Content mapping");
    await wait(1000);
    expect(title()).toBe("Content mapping");
    expect(view.querySelector("[role=progressbar]")?.getAttribute("aria-valuenow")).toBe("1");
  });

  it("does not complete two modules by Continue and the delay", async () => {
    const { button, click, wait, title } = await draw();
    await click("Get More Leads");
    expect(button("Continue to Next Step")).toBeUndefined();
    await click("Some Knowledge");
    await click("Continue to Next Step");
    expect(title()).toBe("Content mapping");
    await wait(1000);
    expect(title()).toBe("Content mapping");
  });

  it("cancels the delay when the goal changes", async () => {
    const { view, click, wait, title } = await draw();
    await click("Get More Leads");
    await click("Need Help");
    await click("Grow Rankings");
    await wait(1000);
    expect(title()).toBe("Keyword strategy");
    expect(view.querySelector("[role=progressbar]")?.getAttribute("aria-valuenow")).toBe("0");
  });

  it("shows the plan 500 ms after the last module", async () => {
    const { view, click, wait } = await draw();
    await click("Fix My Site");
    for (let module = 0; module < 3; module++) {
      await click("Confident");
      await click("Continue to Next Step");
    }
    await wait(499);
    expect(view.textContent).not.toContain("Your SEO Plan");
    await wait(1);
    expect(view.textContent).toContain("Your SEO Plan");
    expect(view.textContent).not.toContain("Building Your Strategy");
  });

  it("leaves the plan for the booking form only when asked to", async () => {
    const { view, click, wait } = await draw();
    await click("Fix My Site");
    for (let module = 0; module < 3; module++) {
      await click("Need Help");
      await wait(300);
    }
    await wait(500);
    expect(sessionStorage.getItem("plan-message")).toBeNull();
    const box = view.querySelector<HTMLInputElement>("input[type=checkbox]");
    await doing(() => box?.click());
    expect(sessionStorage.getItem("plan-message")).toContain("My SEO plan: Fix My Site");
    await doing(() => box?.click());
    expect(sessionStorage.getItem("plan-message")).toBeNull();
    await doing(() => box?.click());
    await click("Get More Leads");
    expect(sessionStorage.getItem("plan-message"), "of the goal before").toBeNull();
  });

  it("leaves no timer running", async () => {
    const { click } = await draw();
    await click("Fix My Site");
    await click("Need Help");
    expect(vi.getTimerCount()).toBeGreaterThan(0);
    await unmount();
    expect(vi.getTimerCount()).toBe(0);
  });
});
