import type { Locator, Page } from "@playwright/test";
import { expectAccessible } from "../../support/axe";
import { expectPath, followLink, open, scrollSettled } from "../../support/pages";
import { expect, test } from "../../support/test";

const STATE_KEY = "services-form-state";

const calculator = (page: Page): Locator => page.locator("#roi-form");
const slider = (page: Page, name: string): Locator =>
  calculator(page).getByRole("slider", { name, exact: true });
const result = (page: Page, term: string): Locator =>
  calculator(page)
    .locator("dl > div")
    .filter({ has: page.getByText(term, { exact: true }) })
    .getByRole("definition");
const potential = (page: Page): Locator => calculator(page).locator(".roi-big");

/** Returns the distance from the window's top to an element's top edge, in pixels. */
const topOf = (locator: Locator): Promise<number> =>
  locator.evaluate((element) => element.getBoundingClientRect().top);

test("the page has its sections in order, each with a heading", async ({ page }) => {
  await open(page, "/services");
  const headings = page.locator("main").locator("h1, h2");
  await expect(headings).toHaveText([
    "Built For Search",
    "What we do",
    "What is page one worth?",
    "The road to position one",
    "From the field notes",
    "Asked and answered",
    "Ready to Transform Your Brand?",
  ]);
});

test("a link to a service shows its card, from everywhere", async ({ page }) => {
  const expectShown = async (id: string) => {
    const card = page.locator(`#${id}`);
    await scrollSettled(page);
    await expect(card).toBeFocused();
    await expect(card).toBeInViewport({ ratio: 0.9 });
  };
  await open(page, "/services#core-web-vitals");
  await expectShown("core-web-vitals");
  await open(page, "/about");
  await followLink(page, "/services#core-web-vitals");
  await expectShown("core-web-vitals");
  // The row is moved by Embla now.
  await expect(page.locator(".carousel[data-driven]").first()).toBeVisible();
  await followLink(page, "/services#analytics-and-reporting");
  await expectShown("analytics-and-reporting");
});

test("the hero's button scrolls to the calculator, 120 px below the top", async ({ page }) => {
  await open(page, "/services");
  await page.getByRole("link", { name: "Calculate Your ROI" }).click();
  await scrollSettled(page);
  await expect.poll(() => topOf(calculator(page))).toBeCloseTo(120, -1);
  await expectPath(page, "/services#roi-form");
});

test.describe("the calculator", () => {
  test("has the specified ranges, steps and initial values", async ({ page }) => {
    await open(page, "/services");
    const expected: [string, string, string, string, string, string][] = [
      ["Monthly Visitors", "100", "100000", "100", "1000", "1,000"],
      ["Conversion Rate", "0.1", "10", "0.1", "2", "2.0%"],
      ["Average Transaction Value", "10", "1000", "5", "50", "£50"],
      ["Estimated Improvement", "10", "200", "5", "50", "50%"],
    ];
    for (const [name, min, max, step, value, words] of expected) {
      const input = slider(page, name);
      await expect(input).toHaveAttribute("min", min);
      await expect(input).toHaveAttribute("max", max);
      await expect(input).toHaveAttribute("step", step);
      await expect(input).toHaveValue(value);
      await expect(input).toHaveAttribute("aria-valuetext", words);
    }
    await expect(potential(page)).toHaveText("£1,500");
    await expect(result(page, "Monthly value today")).toHaveText("£1,000");
    await expect(result(page, "Extra monthly value")).toHaveText("£500");
    await expect(result(page, "Yearly value today")).toHaveText("£12,000");
    await expect(result(page, "Potential yearly value")).toHaveText("£18,000");
  });

  test("follows the sliders by keyboard, and announces the result", async ({ page }) => {
    await open(page, "/services");
    await slider(page, "Monthly Visitors").press("ArrowRight");
    await expect(slider(page, "Monthly Visitors")).toHaveValue("1100");
    await expect(potential(page)).toHaveText("£1,650");
    await slider(page, "Conversion Rate").press("Home");
    await expect(potential(page)).toHaveText("£83");
    await expect(calculator(page).getByRole("status")).toHaveText(
      "Potential monthly value £83, £28 more than today.",
    );
    await calculator(page).getByText("Figures as a table").click();
    await expect(
      calculator(page).getByRole("row", { name: "12 months £660 £990", exact: true }),
    ).toBeVisible();
  });

  test("has space for the largest figures", async ({ page }) => {
    await open(page, "/services");
    for (const input of await calculator(page).getByRole("slider").all()) await input.press("End");
    await expect(potential(page)).toHaveText("£30,000,000");
    await expect(result(page, "Potential yearly value")).toHaveText("£360,000,000");
    for (const width of [360, 768, 1024, 1280, 1920]) {
      await page.setViewportSize({ width, height: 900 });
      const { text, panel } = await potential(page).evaluate((element) => ({
        text: element.lastElementChild?.getBoundingClientRect().right ?? 0,
        panel: element.parentElement?.getBoundingClientRect().right ?? 0,
      }));
      expect(text, `${width} px`).toBeLessThanOrEqual(panel);
    }
  });

  test("links to the contact page, and still has its figures when the visitor returns", async ({
    page,
  }) => {
    await open(page, "/services");
    await slider(page, "Monthly Visitors").fill("5000");
    await calculator(page).getByRole("link", { name: "Start Now" }).click();
    await expectPath(page, "/contact");
    const stored = await page.evaluate((key) => sessionStorage.getItem(key), STATE_KEY);
    expect(JSON.parse(stored ?? "null")).toMatchObject({ visitors: 5000, conversion: 2 });
    await page.goBack();
    await expectPath(page, "/services");
    await expect(slider(page, "Monthly Visitors")).toHaveValue("5000");
    await expect(potential(page)).toHaveText("£7,500");
  });

  test("keeps its figures after a reload", async ({ page }) => {
    await open(page, "/services");
    await slider(page, "Conversion Rate").fill("4.5");
    await open(page, "/services");
    await expect(slider(page, "Conversion Rate")).toHaveValue("4.5");
    await expect(potential(page)).toHaveText("£3,375");
  });

  for (const stored of ["{", "[1]", '"text"', '{"visitors":null,"conversion":"<b>"}']) {
    test(`is not upset by ${stored} in its storage`, async ({ page }) => {
      await page.addInitScript(
        ([key = "", value = ""]) => sessionStorage.setItem(key, value),
        [STATE_KEY, stored],
      );
      await open(page, "/services");
      await expect(slider(page, "Monthly Visitors")).toHaveValue("1000");
      await expect(potential(page)).toHaveText("£1,500");
    });
  }

  test("works without storage", async ({ page }) => {
    await page.addInitScript(() => {
      Object.defineProperty(window, "sessionStorage", {
        get: () => {
          throw new DOMException("Access is denied", "SecurityError");
        },
      });
    });
    await open(page, "/services");
    await slider(page, "Monthly Visitors").fill("2000");
    await expect(potential(page)).toHaveText("£3,000");
  });

  test("reads a slider that was moved before the scripts were loaded", async ({ page }) => {
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route("**/assets/*.js", async (route) => {
      await held;
      await route.continue();
    });
    await page.goto("/services", { waitUntil: "commit" });
    await slider(page, "Monthly Visitors").fill("3000");
    release();
    await expect(potential(page)).toHaveText("£4,500");
    await expect(slider(page, "Monthly Visitors")).toHaveValue("3000");
  });
});

test("the calculator's figures, the roadmap's stages and the answers to questions are printed", async ({
  page,
}) => {
  await open(page, "/services");
  await page.emulateMedia({ media: "print" });
  await expect(potential(page)).toBeVisible();
  const answers = page.locator(".accordion-body > *");
  expect(await answers.count()).toBeGreaterThan(3);
  const unseen = await answers.evaluateAll(
    (all) => all.filter((answer) => !answer.checkVisibility()).length,
  );
  expect(unseen).toBe(0);
  const stages = page.locator(".roadmap-card h3");
  await expect(stages.filter({ visible: true })).toHaveCount(5);
  const tops = await stages.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top));
  expect(new Set(tops).size, String(tops)).toBe(5);
  await expect(page.getByRole("button", { name: "Subscribe" })).toBeHidden();
});

test.describe("the roadmap", () => {
  const roadmap = (page: Page) => page.getByRole("region", { name: "The road to position one" });
  const stage = (page: Page, name: string) =>
    roadmap(page).getByRole("button", { name: new RegExp(name) });
  const cards = (page: Page) => roadmap(page).getByRole("heading", { level: 3 });
  const turning = (page: Page) =>
    roadmap(page)
      .locator(".orbit-turn")
      .evaluate((element) => {
        const { animationName, animationPlayState } = getComputedStyle(element);
        return animationName === "orbit" && animationPlayState === "running";
      });
  const angle = (page: Page) =>
    roadmap(page)
      .locator(".orbit-turn")
      .evaluate((element) => getComputedStyle(element).transform);

  test("turns once a minute until a stage is chosen, which then moves beside its card", async ({
    page,
  }) => {
    await open(page, "/services");
    await expect.poll(() => turning(page)).toBe(true);
    const duration = await roadmap(page)
      .locator(".orbit-turn")
      .evaluate((element) => getComputedStyle(element).animationDuration);
    expect(duration).toBe("60s");
    // The current stage is open, but not chosen.
    await expect(cards(page)).toHaveText(["Keyword Intelligence"]);

    await stage(page, "SEO Audits").click();
    await expect(cards(page)).toHaveText(["SEO Audits"]);
    await expect(stage(page, "SEO Audits")).toHaveAttribute("aria-expanded", "true");
    expect(await turning(page)).toBe(false);
    // The stage is at three o'clock: level with the centre of its card, and left of it.
    const node = roadmap(page).locator('[data-roadmap-node="seo-audits"]');
    const card = roadmap(page).locator(".roadmap-card[data-open]");
    const distance = async () => {
      const [a, b] = [await node.boundingBox(), await card.boundingBox()];
      if (!a || !b) return Number.NaN;
      return Math.abs(a.y + a.height / 2 - (b.y + b.height / 2)) + Math.max(0, a.x - b.x);
    };
    await expect.poll(distance).toBeLessThan(8);

    const docked = await angle(page);
    await page.getByRole("heading", { name: "The road to position one" }).click();
    await expect(cards(page)).toHaveCount(0);
    await expect.poll(() => turning(page)).toBe(true);
    await expect.poll(() => angle(page)).not.toBe(docked);
  });

  test("opens one stage at a time, by keyboard too, and Escape closes it", async ({ page }) => {
    await open(page, "/services");
    await stage(page, "Visibility Analysis").focus();
    await page.keyboard.press("Enter");
    await expect(cards(page)).toHaveText(["Visibility Analysis"]);
    await stage(page, "Core Web Vitals").focus();
    await page.keyboard.press("Space");
    await expect(cards(page)).toHaveText(["Core Web Vitals"]);
    await page.keyboard.press("Escape");
    await expect(cards(page)).toHaveCount(0);
    await expect.poll(() => turning(page)).toBe(true);
  });

  test("links a stage to related ones", async ({ page }) => {
    await open(page, "/services");
    await stage(page, "Keyword Intelligence").click();
    const card = roadmap(page).locator(".roadmap-card[data-open]");
    await expect(card).toContainText("IN PROGRESS");
    await expect(card).toContainText("60%");
    await expect(card.getByRole("link")).toHaveText(["SEO Audits", "Core Web Vitals"]);
    await card.getByRole("link", { name: "Core Web Vitals" }).press("Enter");
    await expect(cards(page)).toHaveText(["Core Web Vitals"]);
    await expect(stage(page, "Core Web Vitals")).toBeFocused();
    await expectPath(page, "/services");
  });

  test("can be operated in the orbit, and paused", async ({ page }) => {
    await open(page, "/services");
    await roadmap(page).getByRole("button", { name: "Pause rotation" }).click();
    expect(await turning(page)).toBe(false);
    await roadmap(page).locator('[data-roadmap-node="core-web-vitals"] .orbit-disc').click();
    await expect(cards(page)).toHaveText(["Core Web Vitals"]);
    await page.keyboard.press("Escape");
    expect(await turning(page)).toBe(false);
    await roadmap(page).getByRole("button", { name: "Start rotation" }).click();
    await expect.poll(() => turning(page)).toBe(true);
  });

  test("is accessible with a stage open", async ({ page }) => {
    await open(page, "/services");
    await stage(page, "Site Launch").click();
    await calculatorTable(page).click();
    await expectAccessible(page);
  });

  test("with reduced motion is a list whose cards open under their rows", async ({ page }) => {
    await page.emulateMedia({ reducedMotion: "reduce" });
    await open(page, "/services");
    await expect(roadmap(page).locator(".orbit")).toBeHidden();
    await expect(roadmap(page).getByRole("button", { name: /rotation/ })).toBeHidden();
    await stage(page, "SEO Audits").click();
    const card = roadmap(page).locator(".roadmap-card[data-open]");
    const [row, below] = [await stage(page, "SEO Audits").boundingBox(), await card.boundingBox()];
    expect(below?.y).toBeGreaterThanOrEqual((row?.y ?? 0) + (row?.height ?? 0) - 1);
    const next = await stage(page, "Keyword Intelligence").boundingBox();
    expect(next?.y).toBeGreaterThanOrEqual((below?.y ?? 0) + (below?.height ?? 0) - 1);
  });
});

const calculatorTable = (page: Page) => calculator(page).getByText("Figures as a table");

test.describe("the carousel", () => {
  const carousel = (page: Page) => page.getByRole("group", { name: "Services", exact: true });
  const count = (page: Page) => carousel(page).locator(".find-count");
  /** Returns the titles of the cards that are completely visible. */
  const inView = (page: Page) =>
    carousel(page)
      .locator(".carousel li:has(h3)")
      .evaluateAll((slides) => {
        const row = slides[0]?.closest(".carousel")?.getBoundingClientRect();
        return slides
          .map((slide) => ({ box: slide.getBoundingClientRect(), slide }))
          .filter(({ box }) => row && box.left >= row.left - 2 && box.right <= row.right + 2)
          .sort((a, b) => a.box.left - b.box.left)
          .map(({ slide }) => slide.querySelector("h3")?.textContent);
      });
  const FIRST = ["Technical SEO Audit", "Content Strategy", "Digital PR and Links"];

  test("is at its start again after the window was narrow, also with reduced motion", async ({
    page,
  }) => {
    for (const reducedMotion of ["reduce", "no-preference"] as const) {
      await page.emulateMedia({ reducedMotion });
      await open(page, "/services");
      const row = carousel(page).locator(".carousel");
      await expect(row).toHaveAttribute("data-driven");
      await page.setViewportSize({ width: 390, height: 900 });
      await expect(row).not.toHaveAttribute("data-driven");
      await page.setViewportSize({ width: 1440, height: 900 });
      await expect(row).toHaveAttribute("data-driven");
      const first = () =>
        row
          .locator("li")
          .first()
          .evaluate((slide) => {
            const edge = slide.closest(".carousel")?.getBoundingClientRect().left ?? 0;
            return Math.round(slide.getBoundingClientRect().left - edge);
          });
      await expect.poll(first).toBe(0);
    }
  });

  test("shows three of ten services and steps in both directions, wrapping around", async ({
    page,
  }) => {
    await page.emulateMedia({ reducedMotion: "reduce" });
    await open(page, "/services");
    await expect(carousel(page).locator("h3")).toHaveCount(10);
    await expect.poll(() => inView(page)).toEqual(FIRST);
    await expect(count(page)).toHaveText("1/10");
    await carousel(page).getByRole("button", { name: "Previous service" }).click();
    await expect(count(page)).toHaveText("10/10");
    await expect
      .poll(() => inView(page))
      .toEqual(["Analytics and Reporting", "Technical SEO Audit", "Content Strategy"]);
    await carousel(page).getByRole("button", { name: "Next service" }).click();
    await expect.poll(() => inView(page)).toEqual(FIRST);
  });

  test("plays every five seconds, but not while it has the pointer or is paused", async ({
    page,
  }) => {
    await page.clock.install();
    await open(page, "/services");
    await carousel(page).getByRole("button", { name: "Pause carousel" }).click();
    await page.clock.pauseAt(Date.now() + 60_000);
    await expect(count(page)).toHaveText("1/10");
    await carousel(page).getByRole("button", { name: "Play carousel" }).click();
    await page.mouse.move(5, 5);
    await page.clock.runFor(4900);
    await expect(count(page)).toHaveText("1/10");
    await page.clock.runFor(200);
    await expect(count(page)).toHaveText("2/10");
    await carousel(page).getByRole("heading", { name: "What we do" }).hover();
    await page.clock.runFor(20_000);
    await expect(count(page)).toHaveText("2/10");
    await carousel(page).getByRole("button", { name: "Pause carousel" }).click();
    await page.mouse.move(5, 5);
    await page.clock.runFor(20_000);
    await expect(count(page)).toHaveText("2/10");
    await expect(carousel(page).getByRole("button", { name: "Play carousel" })).toBeVisible();
  });
});

test("the answers state the time to results and the length of contracts", async ({ page }) => {
  await open(page, "/services");
  const faq = page.locator("#faq");
  await expect(faq.getByRole("heading", { level: 3 })).toHaveCount(6);
  const results = faq.getByRole("button", { name: "How long before we see results?", exact: true });
  await expect(results).toHaveAttribute("aria-expanded", "false");
  await results.click();
  await expect(results).toHaveAttribute("aria-expanded", "true");
  await expect(faq.getByText("3 to 6 months")).toBeVisible();
  await faq.getByRole("button", { name: "How long are your agreements?" }).press("Enter");
  await expect(faq.getByText("6 to 12 months")).toBeVisible();
  await expect(results).toHaveAttribute("aria-expanded", "false");
  await expect(faq.getByText("3 to 6 months")).toBeHidden();
});
