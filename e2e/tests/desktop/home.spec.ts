import type { Locator, Page } from "@playwright/test";
import { expectAccessible } from "../../support/axe";
import { expectNothingMore, expectPath, open } from "../../support/pages";
import { expect, test } from "../../support/test";
import { Traffic } from "../../support/traffic";

const SECTIONS = [
  "uvp-section",
  "excellence-section",
  "clients-section",
  "blog-section",
  "service-selector",
  "cta-section",
];

test("the sections are in order", async ({ page }) => {
  await open(page, "/");
  const ids = await page
    .locator("main > section")
    .evaluateAll((sections) => sections.map(({ id }) => id));
  expect(ids).toEqual(["", ...SECTIONS]);
});

test("Get Started leads to the about page", async ({ page }) => {
  await open(page, "/");
  await page.locator("main > section").first().getByRole("link", { name: "Get Started" }).click();
  await expectPath(page, "/about");
});

test("the scroll cue leads to the first section below", async ({ page }) => {
  await open(page, "/");
  await page.getByRole("link", { name: /scroll to next section/i }).click();
  const top = () =>
    page.locator("#uvp-section").evaluate((section) => section.getBoundingClientRect().top);
  await expect.poll(top).toBeCloseTo(120, 0);
});

test("the hero's find bar goes to the next section, and wraps around", async ({ page }) => {
  await open(page, "/");
  const hero = page.locator("main > section").first();
  for (const [name, id] of [
    ["Last section", "cta-section"],
    ["Next section", "uvp-section"],
  ] as const) {
    await hero.getByRole("link", { name, exact: true }).click();
    await expect(page.locator(`#${id}`)).toBeInViewport();
    await expect(page).toHaveURL(new RegExp(`#${id}$`));
    await page.keyboard.press("Home");
    await expect(hero).toBeInViewport();
  }
});

test("the page dispatches an event when it is mounted", async ({ page }) => {
  await page.addInitScript(() => {
    window.addEventListener("app-ready", (event) => {
      document.documentElement.dataset.ready = event.constructor.name;
    });
  });
  await open(page, "/");
  await expect(page.locator("html")).toHaveAttribute("data-ready", "CustomEvent");
});

test.describe("the moving hero", () => {
  const isScene = (path: string) => /\/assets\/(start-scene|scene\.worker|robot|ink)-/.test(path);

  test("keeps the still image, and does not load the robot, without a graphics device", async ({
    page,
  }) => {
    const traffic = new Traffic(page);
    await open(page, "/");
    const hasAsked = () => traffic.all().some((path) => path.includes("/scene.worker-"));
    await expect.poll(hasAsked).toBe(true);
    await expect.poll(() => page.workers().length).toBe(0);
    await expect(page.locator("canvas")).toHaveCount(0);
    await expect(page.locator(".hero-stage img")).toBeVisible();
    expect(traffic.all().filter((path) => /\/assets\/(robot|ink)-/.test(path))).toEqual([]);
  });

  test("loads nothing with reduced motion", async ({ page }) => {
    const traffic = new Traffic(page);
    await page.emulateMedia({ reducedMotion: "reduce" });
    await open(page, "/");
    await expectNothingMore(page);
    expect(traffic.all().filter(isScene)).toEqual([]);
  });

  test("fetches nothing for visitors who save data", async ({ page }) => {
    const traffic = new Traffic(page);
    await page.addInitScript(() => {
      Object.defineProperty(Navigator.prototype, "connection", { value: { saveData: true } });
    });
    await open(page, "/");
    await expectNothingMore(page);
    expect(traffic.all().filter(isScene)).toEqual([]);
  });
});

test.describe("the service selector", () => {
  const selector = (page: Page): Locator => page.locator("#service-selector");
  const radio = (page: Page, name: RegExp) => selector(page).getByRole("radio", { name });
  const button = (page: Page, name: string) =>
    selector(page).getByRole("button", { name, exact: true });
  const progress = (page: Page) => selector(page).getByRole("progressbar", { name: "Progress" });

  /** Answers the three questions. */
  async function answer(page: Page, ...names: [RegExp, RegExp, RegExp]): Promise<void> {
    for (const [index, name] of names.entries()) {
      await expect(selector(page)).toContainText(`Question ${index + 1} of 3`);
      await radio(page, name).check();
      await button(page, index < 2 ? "Next" : "Get Recommendation").click();
    }
    await expect(selector(page)).toContainText("Your Recommendation");
  }

  test.beforeEach(({ page }) => open(page, "/"));

  test("asks one question at a time, goes forward when answered, and back", async ({ page }) => {
    await expect(selector(page)).toContainText("Question 1 of 3");
    await expect(progress(page)).toHaveAttribute("value", "33");
    await expect(radio(page, /./)).toHaveCount(5);
    await expect(button(page, "Next")).toBeDisabled();
    await expect(button(page, "Back")).toBeDisabled();
    // The note beside an answer describes it, but is not part of its name.
    const traffic = selector(page).getByRole("radio", { name: "Traffic", exact: true });
    await expect(traffic).toHaveAccessibleDescription(/./);
    await traffic.check();
    await button(page, "Next").click();

    await expect(selector(page)).toContainText("Question 2 of 3");
    await expect(progress(page)).toHaveAttribute("value", "67");
    await expect(radio(page, /./)).toHaveCount(3);
    await expect(button(page, "Next")).toBeDisabled();
    await radio(page, /3-6 months/).check();
    await button(page, "Next").click();

    await expect(selector(page)).toContainText("Question 3 of 3");
    await expect(progress(page)).toHaveAttribute("value", "100");
    await expect(button(page, "Next")).toHaveCount(0);
    await expect(button(page, "Get Recommendation")).toBeDisabled();
    for (const range of ["From £500 - £2,000", "From £2,000 - £5,000", "From £5,000+"]) {
      await expect(selector(page).getByText(range)).toBeVisible();
    }
    await button(page, "Back").click();
    await expect(radio(page, /3-6 months/)).toBeChecked();
    await button(page, "Back").click();
    await expect(radio(page, /^Traffic/)).toBeChecked();
    await expect(button(page, "Next")).toBeEnabled();
  });

  test("recommends the specific service for three answers", async ({ page }) => {
    await answer(page, /^Visibility/, /1-3 months/, /£500/);
    const result = selector(page);
    await expect(result.getByRole("heading", { name: "Technical SEO Audit" })).toBeFocused();
    await expect(progress(page)).toHaveAttribute("value", "100");
    await expect(result.getByRole("listitem")).toHaveCount(3);
    await result.getByRole("link", { name: "Get Your Custom Plan" }).click();
    await expectPath(page, "/contact");
    const message = page.getByRole("textbox", { name: "Message" });
    await expect(message).toHaveValue(
      /Visibility[\s\S]*Short \(1-3 months\)[\s\S]*From £500 - £2,000/,
    );
    await expect(message).toHaveValue(/Recommended: Technical SEO Audit$/);
    // The form for calls has the answers, too.
    await page.getByRole("tab", { name: "Book Video Call" }).click();
    await expect(page.getByRole("textbox", { name: "What should we talk about?" })).toHaveValue(
      /Recommended: Technical SEO Audit$/,
    );

    // Other answers replace these.
    await page.goBack();
    await button(page, "Start Over").click();
    await answer(page, /^Authority/, /6\+ months/, /£5,000\+/);
    await result.getByRole("link", { name: "Get Your Custom Plan" }).click();
    await expect(message).toHaveValue(/Recommended: Custom Digital Strategy$/);
    await expect(message).not.toHaveValue(/Technical SEO Audit/);
  });

  for (const name of ["Start Over", "Close"]) {
    test(`${name} forgets the answers and asks again`, async ({ page }) => {
      await answer(page, /^Authority/, /6\+ months/, /£5,000\+/);
      await expect(
        selector(page).getByRole("heading", { name: "Custom Digital Strategy" }),
      ).toBeVisible();
      await button(page, name).click();
      await expect(selector(page)).toContainText("Question 1 of 3");
      await expect(selector(page).getByRole("radio", { checked: true })).toHaveCount(0);
      await expect(button(page, "Next")).toBeDisabled();
      await radio(page, /^Authority/).check();
      await button(page, "Next").click();
      await expect(selector(page).getByRole("radio", { checked: true })).toHaveCount(0);
    });
  }

  test("works with the keyboard alone and announces its step", async ({ page }) => {
    await radio(page, /^Visibility/).focus();
    await page.keyboard.press("ArrowDown");
    await expect(radio(page, /^Traffic/)).toBeChecked();
    await page.keyboard.press("Enter");
    const question = selector(page).getByRole("heading", {
      name: "How soon do you need results?",
    });
    await expect(question).toBeFocused();
    await expect(selector(page).locator('[aria-live="polite"]')).toHaveText("Question 2 of 3");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Space");
    await expect(radio(page, /1-3 months/)).toBeChecked();
  });

  test("is accessible at every step", async ({ page }) => {
    await radio(page, /^Visibility/).check();
    await expectAccessible(page);
    await button(page, "Next").click();
    await radio(page, /1-3 months/).check();
    await button(page, "Next").click();
    await radio(page, /£500/).check();
    await button(page, "Get Recommendation").click();
    await expectAccessible(page);
  });
});
