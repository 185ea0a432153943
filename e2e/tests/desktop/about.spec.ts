import type { Locator, Page } from "@playwright/test";
import { expectAccessible } from "../../support/axe";
import { open, scrollSettled, sidewaysOverflow } from "../../support/pages";
import { expect, test } from "../../support/test";

const RATINGS = ["Need Help", "Some Knowledge", "Confident"] as const;

/** The goals, with the titles of their modules. */
const GOALS: Record<string, readonly string[]> = {
  "Get More Leads": ["Keyword strategy", "Content mapping", "Signal optimisation"],
  "Fix My Site": ["Technical SEO", "Site architecture", "Crawl management"],
  "Grow Rankings": [
    "Keyword strategy",
    "Internal linking",
    "Content mapping",
    "Signal optimisation",
  ],
  "Recover from a Drop": ["Technical SEO audit", "Indexing flow", "Signal optimisation"],
  "Build Topic Authority": [
    "Topic cluster model",
    "Semantic linking",
    "Authority content",
    "E-E-A-T signals",
  ],
};

const plan = (page: Page): Locator => page.locator("#engine-room");

/** Opens the page with its clock stopped. */
async function openStill(page: Page): Promise<void> {
  await page.clock.install();
  await open(page, "/about");
  await page.clock.pauseAt(Date.now() + 60_000);
}

/** Chooses a goal and rates all of its modules. */
async function finish(page: Page, goal: string): Promise<void> {
  await plan(page).getByRole("button", { name: goal }).click();
  for (const module of GOALS[goal] ?? []) {
    await expect(plan(page).getByRole("heading", { level: 4, name: module })).toBeVisible();
    await plan(page).getByRole("button", { name: "Some Knowledge" }).click();
    await page.clock.runFor(300);
  }
  await page.clock.runFor(500);
}

test.describe("the guided plan", () => {
  test("asks for one of five goals first", async ({ page }) => {
    await open(page, "/about");
    await expect(
      plan(page).getByRole("heading", { name: "What's your primary SEO goal?" }),
    ).toBeVisible();
    for (const goal of Object.keys(GOALS)) {
      const button = plan(page).getByRole("button", { name: goal, exact: true });
      await expect(button).toHaveAttribute("aria-pressed", "false");
      await expect(button).toHaveAccessibleDescription(/\d modules/);
    }
    await expect(plan(page).getByText("Building Your Strategy")).toHaveCount(0);
  });

  test("completes a rated module after 300 ms, shows the plan 500 ms after the last", async ({
    page,
  }) => {
    await openStill(page);
    await plan(page).getByRole("button", { name: "Get More Leads" }).click();
    const strategy = plan(page).getByRole("heading", { name: "Building Your Strategy" });
    const progress = plan(page).getByRole("progressbar", { name: "Modules complete" });
    await expect(strategy).toBeVisible();
    await expect(plan(page).getByText("Without this:")).toBeVisible();
    await expect(progress).toHaveAttribute("aria-valuemax", "3");
    await expect(progress.locator("[data-state]")).toHaveCount(3);
    await expect(plan(page).getByRole("button", { name: "Continue to Next Step" })).toHaveCount(0);

    const rating = plan(page).getByRole("button", { name: "Need Help" });
    await rating.click();
    await expect(rating).toHaveAttribute("aria-pressed", "true");
    await expect(plan(page).getByRole("button", { name: "Continue to Next Step" })).toBeVisible();
    await page.clock.runFor(299);
    await expect(plan(page).getByRole("heading", { level: 4 })).toHaveText("Keyword strategy");
    await page.clock.runFor(1);
    await expect(plan(page).getByRole("heading", { level: 4 })).toHaveText("Content mapping");
    await expect(progress).toHaveAttribute("aria-valuenow", "1");
    await expect(plan(page).getByRole("status")).toHaveText("Module 2 of 3: Content mapping");
    for (const name of RATINGS) {
      const button = plan(page).getByRole("button", { name, exact: true });
      await expect(button).toHaveAttribute("aria-pressed", "false");
    }

    await plan(page).getByRole("button", { name: "Confident", exact: true }).click();
    await plan(page).getByRole("button", { name: "Continue to Next Step" }).click();
    await expect(plan(page).getByRole("heading", { level: 4 })).toHaveText("Signal optimisation");
    await plan(page).getByRole("button", { name: "Some Knowledge" }).click();
    await page.clock.runFor(300);
    await expect(progress).toHaveAttribute("aria-valuenow", "3");
    await page.clock.runFor(499);
    await expect(strategy).toBeVisible();
    await page.clock.runFor(1);
    await expect(strategy).toHaveCount(0);
    await expect(plan(page).getByRole("heading", { name: "Your SEO Plan" })).toBeVisible();
    await expect(plan(page).getByRole("listitem").filter({ hasText: "Need Help" })).toContainText(
      "Keyword strategy",
    );
  });

  for (const [goal, modules] of Object.entries(GOALS)) {
    test(`makes a plan of ${goal}`, async ({ page }) => {
      await openStill(page);
      await finish(page, goal);
      await expect(plan(page).getByRole("heading", { name: "Your SEO Plan" })).toBeVisible();
      await expect(plan(page).getByRole("heading", { level: 4 })).toHaveText([...modules]);
      const titles = modules.slice(0, -1).join(", ");
      await expect(plan(page).locator(".lead")).toContainText(`${titles} and ${modules.at(-1)}`);
      await expect(plan(page).getByRole("link", { name: "Book Your Strategy Call" })).toBeVisible();
    });
  }

  test("starts again whenever a goal is chosen", async ({ page }) => {
    await openStill(page);
    await plan(page).getByRole("button", { name: "Get More Leads" }).click();
    await plan(page).getByRole("button", { name: "Need Help" }).click();
    await plan(page).getByRole("button", { name: "Grow Rankings" }).click();
    await page.clock.runFor(1000);
    await expect(plan(page).getByText("Module 1 / 4")).toBeVisible();
    await expect(plan(page).getByText("0 of 4 complete")).toBeVisible();
    await finish(page, "Fix My Site");
    await plan(page).getByRole("button", { name: "Fix My Site" }).click();
    await expect(plan(page).getByText("Module 1 / 3")).toBeVisible();
  });

  test("lets a module be rated again without counting it twice", async ({ page }) => {
    await openStill(page);
    await plan(page).getByRole("button", { name: "Get More Leads" }).click();
    await plan(page).getByRole("button", { name: "Need Help" }).dblclick();
    await page.clock.runFor(300);
    await expect(plan(page).getByText("1 of 3 complete")).toBeVisible();
    await plan(page).getByRole("button", { name: "Previous module" }).click();
    await expect(plan(page).getByRole("button", { name: "Need Help" })).toHaveAttribute(
      "aria-pressed",
      "true",
    );
    await plan(page).getByRole("button", { name: "Confident", exact: true }).click();
    await page.clock.runFor(300);
    await expect(plan(page).getByRole("heading", { level: 4 })).toHaveText("Content mapping");
    await expect(plan(page).getByText("1 of 3 complete")).toBeVisible();
  });

  test("can be used with the keyboard alone, and never loses the focus", async ({ page }) => {
    await openStill(page);
    await plan(page).getByRole("button", { name: "Recover from a Drop" }).focus();
    await page.keyboard.press("Enter");
    for (let module = 0; module < 3; module++) {
      await plan(page).getByRole("button", { name: "Need Help" }).focus();
      await page.keyboard.press("Space");
      await plan(page).getByRole("button", { name: "Continue to Next Step" }).focus();
      await page.keyboard.press("Enter");
    }
    await page.clock.runFor(500);
    await expect(plan(page).getByRole("status")).toHaveText("Your SEO Plan is ready");
    await expect(page.locator("#plan-work")).toBeFocused();
    await page.keyboard.press("Tab");
    await expect(plan(page).getByRole("link", { name: "Book Your Strategy Call" })).toBeFocused();
  });

  test("can be copied", async ({ page, context }) => {
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await openStill(page);
    await finish(page, "Fix My Site");
    await plan(page).getByRole("button", { name: "Copy plan" }).click();
    await expect(page.getByText("Plan copied")).toBeVisible();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(copied).toContain("My SEO plan: Fix My Site");
    expect(copied).toContain("3. Crawl management: Some Knowledge");
  });

  test("is printed without the rest of the page", async ({ page }) => {
    await page.addInitScript(() => {
      window.print = () => {};
    });
    await openStill(page);
    await finish(page, "Fix My Site");
    await page.emulateMedia({ media: "print" });
    const title = page.getByRole("heading", { level: 1 });
    await expect(title).toBeVisible();
    await plan(page).getByRole("button", { name: "Print plan" }).click();
    await expect(title).toBeHidden();
    await expect(plan(page).getByRole("heading", { name: "Your SEO Plan" })).toBeVisible();
    await expect(plan(page).getByRole("heading", { name: "Crawl management" })).toBeVisible();
    await page.evaluate(() => window.dispatchEvent(new Event("afterprint")));
    await expect(title).toBeVisible();
  });

  test("leads to the call, and fills in its form only on request", async ({ page }) => {
    const carried = () => page.evaluate(() => sessionStorage.getItem("plan-message"));
    await openStill(page);
    await finish(page, "Fix My Site");
    expect(await carried()).toBeNull();
    await plan(page)
      .getByRole("checkbox", { name: /Include this plan/ })
      .check();
    expect(await carried()).toContain("1. Technical SEO: Some Knowledge");
    await plan(page)
      .getByRole("checkbox", { name: /Include this plan/ })
      .uncheck();
    expect(await carried()).toBeNull();
    await page.clock.resume();
    await plan(page).getByRole("link", { name: "Book Your Strategy Call" }).click();
    await expect(page).toHaveURL("/contact?tab=schedule");
    await page.goBack();
    await expect(
      plan(page).getByRole("heading", { level: 3, name: "Your SEO Plan" }),
    ).toBeVisible();
  });

  test("is accessible in every step", async ({ page }) => {
    await page.emulateMedia({ reducedMotion: "reduce" });
    await openStill(page);
    await plan(page).getByRole("button", { name: "Grow Rankings" }).click();
    await plan(page).getByRole("button", { name: "Need Help" }).click();
    await page.clock.resume();
    await expectAccessible(page);
    await page.clock.pauseAt(Date.now() + 600_000);
    await finish(page, "Grow Rankings");
    await page.clock.resume();
    await expectAccessible(page);
    expect(await sidewaysOverflow(page)).toEqual([]);
  });
});

test.describe("New Beginnings", () => {
  const carousel = (page: Page) => page.getByRole("group", { name: "New Beginnings" });
  const shown = (page: Page) => carousel(page).getByRole("heading", { level: 3 });

  /** Opens the page at the start of the first step. */
  const begin = async (page: Page) => {
    await openStill(page);
    await carousel(page).getByRole("button", { name: "Listen" }).click();
    await leave(page);
    await expect(shown(page)).toHaveText("Listen");
  };
  /** Moves the pointer away from the carousel. */
  const leave = async (page: Page) => {
    await page.mouse.move(0, 0);
    await expect(carousel(page).locator("[data-running]")).toHaveCount(1);
  };
  /** Advances the clock once pending changes have taken effect. */
  const pass = async (page: Page, ms: number) => {
    await page.evaluate(async () => {
      for (let task = 0; task < 3; task++) {
        await new Promise((resolve) => {
          const { port1, port2 } = new MessageChannel();
          port1.onmessage = resolve;
          port2.postMessage(null);
        });
      }
    });
    await page.clock.runFor(ms);
  };

  test("goes to the next of its four steps every 8000 ms", async ({ page }) => {
    await begin(page);
    for (const step of ["Listen", "Crawl", "Build", "Be found"]) {
      await expect(shown(page)).toHaveText(step);
      await expect(carousel(page).getByRole("img")).toBeVisible();
      await pass(page, 7999);
      await expect(shown(page)).toHaveText(step);
      await pass(page, 1);
    }
    await expect(shown(page)).toHaveText("Listen");
  });

  test("goes to a clicked step, which is shown for the full time", async ({ page }) => {
    await begin(page);
    await pass(page, 6000);
    await carousel(page).getByRole("button", { name: "Build" }).click();
    await expect(shown(page)).toHaveText("Build");
    await expect(carousel(page).getByRole("button", { name: "Build" })).toHaveAttribute(
      "aria-current",
      "step",
    );
    await leave(page);
    await pass(page, 7999);
    await expect(shown(page)).toHaveText("Build");
    await pass(page, 1);
    await expect(shown(page)).toHaveText("Be found");
    await carousel(page).getByRole("button", { name: "Next step" }).click();
    await expect(shown(page)).toHaveText("Listen");
    await carousel(page).getByRole("button", { name: "Previous step" }).click();
    await expect(shown(page)).toHaveText("Be found");
  });

  test("pauses while the pointer or the keyboard focus is in it, or while it is hidden", async ({
    page,
  }) => {
    await begin(page);
    await shown(page).hover();
    await pass(page, 20_000);
    await expect(shown(page)).toHaveText("Listen");
    await leave(page);
    await carousel(page).getByRole("button", { name: "Crawl" }).focus();
    await page.keyboard.press("Tab");
    await pass(page, 20_000);
    await expect(shown(page)).toHaveText("Listen");
    await page.evaluate(() => (document.activeElement as HTMLElement).blur());
    await pass(page, 8000);
    await expect(shown(page)).toHaveText("Crawl");
    const hide = (hidden: boolean) =>
      page.evaluate((value) => {
        Object.defineProperty(document, "hidden", { value, configurable: true });
        document.dispatchEvent(new Event("visibilitychange"));
      }, hidden);
    await hide(true);
    await pass(page, 20_000);
    await expect(shown(page)).toHaveText("Crawl");
    await hide(false);
    await pass(page, 8000);
    await expect(shown(page)).toHaveText("Build");
  });

  test("is paused and played by its button", async ({ page }) => {
    await begin(page);
    await carousel(page).getByRole("button", { name: "Pause carousel" }).click();
    await page.mouse.move(0, 0);
    await pass(page, 20_000);
    await expect(shown(page)).toHaveText("Listen");
    await carousel(page).getByRole("button", { name: "Play carousel" }).click();
    await leave(page);
    await pass(page, 8000);
    await expect(shown(page)).toHaveText("Crawl");
  });

  test("does not play under reduced motion", async ({ page }) => {
    await page.emulateMedia({ reducedMotion: "reduce" });
    await openStill(page);
    await page.clock.runFor(20_000);
    await expect(shown(page)).toHaveText("Listen");
  });

  test("prints its four steps below one another", async ({ page }) => {
    await openStill(page);
    await page.emulateMedia({ media: "print" });
    await expect(shown(page)).toHaveCount(4);
    const tops = await shown(page).evaluateAll((all) =>
      all.map((title) => title.getBoundingClientRect().top),
    );
    expect(new Set(tops).size, String(tops)).toBe(4);
    await expect(carousel(page).getByRole("button")).toHaveCount(0);
  });
});

test("the hero leads to the guided plan", async ({ page }) => {
  await open(page, "/about");
  await expect(page.getByText("Progressive SEO")).toBeVisible();
  await page.getByRole("link", { name: "Build Your Plan" }).first().click();
  await scrollSettled(page);
  const box = await plan(page).boundingBox();
  expect(box?.y).toBeCloseTo(120, -1);
});

test("the sections are in order", async ({ page }) => {
  await open(page, "/about");
  const titles = await page.locator("main h2").allTextContents();
  expect(titles).toEqual([
    "Our Core Story",
    "Led by its founder",
    "New Beginnings",
    "The crawl so far",
    "Company Kept",
    "Guided SEO plan",
    "Technical SEO Insights",
    "Ready to Transform Your Brand?",
  ]);
  for (const name of ["Our Evolution", "Approach to Search"]) {
    await expect(page.getByRole("heading", { level: 3, name })).toBeVisible();
  }
  const founder = page.locator("#founder");
  await expect(founder.getByRole("link", { name: "Professional profile" })).toHaveAttribute(
    "href",
    /^https:/,
  );
  await expect(founder.getByRole("link", { name: "Social profile" })).toHaveAttribute(
    "href",
    /^https:/,
  );
  await expect(founder.getByRole("link", { name: "Email" })).toHaveAttribute("href", /^mailto:/);
  await expect(founder.getByRole("link", { name: "Schedule a call" })).toHaveAttribute(
    "href",
    "/contact?tab=schedule",
  );
  await expect(page.getByRole("link", { name: "Book a Video Call" })).toHaveAttribute(
    "href",
    "/contact?tab=schedule",
  );
});

test("the years alternate left and right along their path", async ({ page }) => {
  await open(page, "/about");
  const years = page.locator("#our-timeline h3");
  const names = ["2011-2015", "2015-2017", "2020-2025", "Tomorrow"];
  await expect(years).toHaveText(names);
  for (const name of names)
    await expect(page.getByRole("heading", { level: 3, name, exact: true })).toBeVisible();
  const sides = await years.evaluateAll((headings) =>
    headings.map((heading) =>
      heading.getBoundingClientRect().left < window.innerWidth / 2 ? "left" : "right",
    ),
  );
  expect(sides).toEqual(["left", "right", "left", "right"]);
});

test("the path of the years is lit up to the entry being read", async ({ page }) => {
  await open(page, "/about");
  const path = page.locator("#our-timeline ol");
  const lit = () =>
    path.evaluate((list) => {
      const { scale } = getComputedStyle(list, "::after");
      return Number(scale === "none" ? 1 : (scale.split(" ")[1] ?? scale));
    });
  /** Scrolls until a part of the list is above the line at 60% of the window. */
  const read = (part: number) =>
    path.evaluate((list, part) => {
      const { top, height } = list.getBoundingClientRect();
      const by = top + part * height - 0.6 * innerHeight;
      window.scrollBy({ top: by, behavior: "instant" });
    }, part);
  expect(await lit()).toBe(0);
  await read(0.5);
  await expect.poll(lit).toBeCloseTo(0.5, 1);
  await read(1.2);
  await expect.poll(lit).toBe(1);
  await page.emulateMedia({ reducedMotion: "reduce" });
  await expect.poll(lit).toBe(0);
});

test("the clients are in five columns, with a cell for the reader", async ({ page }) => {
  await open(page, "/about");
  const cells = page.locator("section", { hasText: "Company Kept" }).getByRole("listitem");
  await expect(cells).toHaveCount(15);
  await expect(cells.getByRole("img")).toHaveCount(14);
  await expect(cells.last()).toHaveText("You");
  const columns = async () =>
    new Set(
      await cells.evaluateAll((items) =>
        items.map((item) => Math.round(item.getBoundingClientRect().left)),
      ),
    ).size;
  expect(await columns()).toBe(5);
  await page.setViewportSize({ width: 900, height: 900 });
  expect(await columns()).toBe(3);
});

test("the insights are a carousel of two, then three posts", async ({ page }) => {
  await page.setViewportSize({ width: 900, height: 900 });
  await open(page, "/about");
  const insights = page.locator("#industry-insights");
  await insights.scrollIntoViewIfNeeded();
  await expect(insights).toContainText(
    "Inside the Index covering SEO news and algorithmic updates.",
  );
  const posts = insights.getByRole("article");
  const inView = () =>
    posts.evaluateAll(
      (cards) =>
        cards.filter((card) => {
          const { left, right } = card.getBoundingClientRect();
          return left >= 0 && right <= window.innerWidth;
        }).length,
    );
  expect(await inView()).toBe(2);
  await expect(insights.locator("[data-driven]")).toBeVisible();
  await expect(insights.getByRole("button", { name: "Previous article" })).toBeDisabled();
  const first = posts.first();
  await insights.getByRole("button", { name: "Next article" }).click();
  await expect(first).not.toBeInViewport();
  await expect(insights.getByRole("button", { name: "Previous article" })).toBeEnabled();
  await insights.getByRole("button", { name: "Previous article" }).click();
  await expect(first).toBeInViewport({ ratio: 1 });
  await page.setViewportSize({ width: 1440, height: 900 });
  await expect.poll(inView).toBe(3);
});
