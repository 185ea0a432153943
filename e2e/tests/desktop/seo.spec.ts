import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { expectAccessible } from "../../support/axe";
import { open, scrollSettled } from "../../support/pages";
import { expect, test } from "../../support/test";

const MAIL = "**/api/functions/send-contact-email";
const KEY = "seo-saved-cards";

const room = (page: Page) => page.locator("#seo-engine-room");
const tab = (page: Page, name: string | RegExp) => room(page).getByRole("tab", { name });
/** Opens the list. Its count is unknown until the section is near the viewport. */
const openList = (page: Page) => tab(page, /^Your SEO Fix List/).click();
const button = (page: Page, name: string) => room(page).getByRole("button", { name, exact: true });
/** The card on top. */
const card = (page: Page) => room(page).getByRole("article");
const count = (page: Page) => room(page).getByText(/^\d+ \/ 12$/);

const stored = (page: Page) =>
  page.evaluate(
    (key) => JSON.parse(localStorage.getItem(key) ?? "null") as Record<string, string>[] | null,
    KEY,
  );

/** Saves the first cards of the deck and opens the list. */
async function saveCards(page: Page, cards: number): Promise<void> {
  for (let saved = 0; saved < cards; saved++) {
    await button(page, "Save").click();
    await expect(button(page, "Saved")).toBeVisible();
    await button(page, "Next card").click();
  }
  await tab(page, `Your SEO Fix List (${cards})`).click();
}

/** Answers requests to send emails with `status`. Returns the requests. */
async function mails(page: Page, status = 200): Promise<Record<string, unknown>[]> {
  const sent: Record<string, unknown>[] = [];
  await page.route(MAIL, async (route) => {
    const { data } = route.request().postDataJSON() as { data: Record<string, unknown> };
    sent.push(data);
    const error = status === 200 ? null : { code: "unavailable", message: "" };
    await route.fulfill({ status, json: { error } });
  });
  return sent;
}

test("the sections are in order, and the hero links to the engine room", async ({ page }) => {
  await open(page, "/seo");
  const ids = await page
    .locator("main section[id]")
    .evaluateAll((sections) => sections.map(({ id }) => id));
  expect(ids).toEqual([
    "seo-process",
    "seo-engine-room",
    "seo-cases",
    "seo-pricing",
    "seo-insights",
    "seo-faq",
    "cta-section",
  ]);
  await page.getByRole("link", { name: "Learn How to Fix" }).click();
  await scrollSettled(page);
  const top = await room(page).evaluate((element) => element.getBoundingClientRect().top);
  expect(top).toBeCloseTo(120, -1);
});

test("a step is chosen by pointer and by keys, and the arrows wrap around", async ({ page }) => {
  await open(page, "/seo");
  const process = page.locator("#seo-process");
  const panel = process.getByRole("tabpanel");
  await expect(panel.getByRole("heading", { name: "Technical Audit" })).toBeVisible();
  await process.getByRole("tab", { name: "Content Building" }).click();
  await expect(panel.getByRole("heading", { name: "Content Building" })).toBeVisible();
  await expect(panel).toHaveCount(1);
  await expect(process.getByText("4/6")).toBeVisible();
  await page.keyboard.press("ArrowRight");
  await expect(process.getByRole("tab", { name: "Optimisation" })).toBeFocused();
  await expect(panel.getByRole("heading", { name: "Optimisation" })).toBeVisible();
  await page.keyboard.press("End");
  await process.getByRole("button", { name: "Next step" }).click();
  await expect(panel.getByRole("heading", { name: "Technical Audit" })).toBeVisible();
  await process.getByRole("button", { name: "Previous step" }).click();
  await expect(panel.getByRole("heading", { name: "Monitoring" })).toBeVisible();
});

test("all steps of the process are printed, below one another", async ({ page }) => {
  await open(page, "/seo");
  await page.emulateMedia({ media: "print" });
  const process = page.locator("#seo-process");
  await expect(process.locator("h3").filter({ visible: true })).toHaveCount(6);
  const tops = await process
    .locator("h3")
    .evaluateAll((titles) => titles.map((title) => title.getBoundingClientRect().top));
  expect(new Set(tops).size, String(tops)).toBe(6);
  await expect(process.getByText("1/6")).toBeHidden();
});

test("stepping through the process and the deck moves nothing below", async ({ page }) => {
  await open(page, "/seo");
  const height = () => page.evaluate(() => document.documentElement.scrollHeight);
  const before = await height();
  for (let step = 0; step < 6; step++) {
    await page.getByRole("button", { name: "Next step" }).click();
    expect(await height()).toBe(before);
  }
  for (let step = 0; step < 12; step++) {
    await button(page, "Next card").click();
    expect(await height()).toBe(before);
  }
});

test("the deck shows one card at a time and wraps at both ends", async ({ page }) => {
  await open(page, "/seo");
  await expect(card(page)).toHaveCount(1);
  await expect(count(page)).toHaveText("1 / 12");
  const first = await card(page).getByRole("heading").textContent();
  await button(page, "Previous card").click();
  await expect(count(page)).toHaveText("12 / 12");
  await button(page, "Next card").click();
  await expect(count(page)).toHaveText("1 / 12");
  await expect(card(page).getByRole("heading")).toHaveText(first ?? "");
  await page.keyboard.press("ArrowRight");
  await expect(count(page)).toHaveText("2 / 12");
  await page.keyboard.press("s");
  await expect(button(page, "Saved")).toBeVisible();
  await expect(tab(page, "Your SEO Fix List (1)")).toBeVisible();
});

test("a saved card's button, which does nothing, looks the same under the pointer", async ({
  page,
}) => {
  await open(page, "/seo");
  await button(page, "Save").click();
  const saved = button(page, "Saved");
  await expect(saved).toBeVisible();
  const look = () =>
    saved.evaluate((element) => {
      const { color, boxShadow } = getComputedStyle(element);
      return `${color} ${boxShadow}`;
    });
  const under = await look();
  await page.mouse.move(5, 5);
  await expect.poll(() => saved.evaluate((element) => element.matches(":hover"))).toBe(false);
  expect(under).toBe(await look());
});

test("cards are stored once with their date, and are back after a reload", async ({ page }) => {
  await open(page, "/seo");
  await saveCards(page, 2);
  const list = room(page).getByRole("list", { name: "Your SEO Fix List" }).getByRole("listitem");
  await expect(list).toHaveCount(2);
  const kept = await stored(page);
  expect(kept).toHaveLength(2);
  for (const entry of kept ?? []) {
    expect(Object.keys(entry).sort()).toEqual(
      ["category", "description", "savedAt", "term", "whyItMatters"].sort(),
    );
    expect(Date.parse(entry.savedAt ?? "")).not.toBeNaN();
  }
  await tab(page, "Explore SEO Cards").click();
  await button(page, "Previous card").click();
  await expect(button(page, "Saved")).toBeDisabled();
  await page.keyboard.press("s");
  expect(await stored(page)).toEqual(kept);

  await page.reload();
  await tab(page, "Your SEO Fix List (2)").click();
  await expect(list).toHaveCount(2);
  const [first, second] = kept ?? [];
  await button(page, `Remove ${first?.term}`).click();
  await expect(button(page, `Remove ${second?.term}`)).toBeFocused();
  expect(await stored(page)).toEqual([second]);
  await button(page, `Remove ${second?.term}`).click();
  await expect(tab(page, "Your SEO Fix List (0)")).toBeVisible();
  await button(page, "Explore SEO Cards").click();
  await expect(tab(page, "Explore SEO Cards")).toBeFocused();
  await expect(card(page)).toBeVisible();
});

test("the list is sent by email, after missing input was reported", async ({ page }) => {
  const sent = await mails(page);
  await open(page, "/seo");
  await openList(page);
  const field = room(page).getByRole("textbox", { name: "Send the list to yourself" });
  await expect(field).toHaveAttribute("type", "email");
  await field.fill("   ");
  await button(page, "Send").click();
  await expect(field).toBeFocused();
  await expect(field).toHaveAccessibleDescription("Please enter your email address");
  await expect(room(page).getByText("No cards saved to send")).toBeVisible();

  await tab(page, "Explore SEO Cards").click();
  await saveCards(page, 2);
  await expect(room(page).getByText("No cards saved to send")).toBeHidden();
  await field.fill("reader@company.example");
  await button(page, "Send").click();
  await expect(page.getByText("Your SEO Fix List has been sent to your email!")).toBeVisible();
  await expect(field).toHaveValue("");
  const cards = (await stored(page)) ?? [];
  expect(sent).toHaveLength(1);
  expect(sent[0]).toMatchObject({
    type: "seo-fix-list",
    name: "SEO Fix List Request",
    email: "reader@company.example",
    message: cards.map(({ term, description }) => `• ${term}: ${description}`).join("\n"),
  });
});

test("a failure is reported and keeps the address", async ({ page, faults }) => {
  faults.allowStatus(503);
  await mails(page, 503);
  await open(page, "/seo");
  await saveCards(page, 1);
  const field = room(page).getByRole("textbox", { name: "Send the list to yourself" });
  await field.fill("reader@company.example");
  await button(page, "Send").click();
  await expect(
    page.getByText("Failed to send your fix list. Please try again.", { exact: true }),
  ).toBeVisible();
  await expect(field).toHaveValue("reader@company.example");
});

test("the list is downloaded as a text file", async ({ page }) => {
  await open(page, "/seo");
  await openList(page);
  await button(page, "Download").click();
  await expect(page.getByText("No cards saved to download")).toBeVisible();
  await tab(page, "Explore SEO Cards").click();
  await saveCards(page, 2);
  const started = page.waitForEvent("download");
  await button(page, "Download").click();
  const file = await started;
  expect(file.suggestedFilename()).toBe("seo-fix-list.txt");
  const text = await readFile(await file.path(), "utf8");
  for (const { term, description, whyItMatters } of (await stored(page)) ?? []) {
    for (const words of [term, description, whyItMatters]) expect(text).toContain(words);
  }
  await expect(page.getByText("Your SEO Fix List has been downloaded!")).toBeVisible();
});

test("Book an SEO Audit leads to the ways of reaching us", async ({ page }) => {
  await open(page, "/seo");
  await tab(page, /Your SEO Fix List/).click();
  await room(page).getByRole("link", { name: "Book an SEO Audit" }).click();
  const contact = page.locator("#seo-contact");
  await expect(contact).toBeInViewport();
  await expect(contact.getByRole("link", { name: "Book a Video Call" })).toHaveAttribute(
    "href",
    "/contact?tab=schedule",
  );
  await contact.getByRole("button", { name: "Ask for an Audit" }).click();
  await expect(page.getByRole("dialog", { name: "Book an Audit" })).toBeVisible();
});

test("plans list their keywords and no price", async ({ page }) => {
  await open(page, "/seo");
  const plans = page.locator("#seo-pricing > div > ul > li");
  await expect(plans).toHaveCount(3);
  const expected = [
    ["Scale", "500 priority keywords", "Get Started"],
    ["Accelerate", "1,000 priority keywords", "Get Started"],
    ["Enterprise", "Bespoke keyword tracking", "Contact Us"],
  ] as const;
  for (const [index, [name, tracks, action]] of expected.entries()) {
    const plan = plans.nth(index);
    await expect(plan.getByRole("heading", { name })).toBeVisible();
    await expect(plan.getByText(tracks)).toBeVisible();
    await expect(plan.getByRole("link", { name: action })).toHaveAttribute("href", "/contact");
    await expect(plan.getByText("Most Popular")).toHaveCount(name === "Accelerate" ? 1 : 0);
  }
  expect(await page.locator("main").textContent()).not.toMatch(/[£$€]\s?\d/);
});

for (const broken of ["{not json", "null", '[7,{"term":7}]', '"text"']) {
  test(`a storage that holds ${broken} is an empty list`, async ({ page }) => {
    await page.addInitScript(({ key, value }) => localStorage.setItem(key, value), {
      key: KEY,
      value: broken,
    });
    await open(page, "/seo");
    await room(page).scrollIntoViewIfNeeded();
    await expect(tab(page, "Your SEO Fix List (0)")).toBeVisible();
    await button(page, "Save").click();
    await expect(tab(page, "Your SEO Fix List (1)")).toBeVisible();
  });
}

test("with blocked storage the list is kept for the visit, with a message", async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(window, "localStorage", {
      get: () => {
        throw new DOMException("blocked", "SecurityError");
      },
    });
  });
  await open(page, "/seo");
  await button(page, "Save").click();
  await expect(tab(page, "Your SEO Fix List (1)")).toBeVisible();
  await expect(room(page).getByText(/will be lost when you leave this page/)).toBeVisible();
});

test("an address with invalid values shows the usual page", async ({ page }) => {
  for (const address of [
    "/seo?tab=nonsense",
    "/seo?scrollTo=%22%5D%3Cscript%3E%27%00",
    "/seo?scrollTo=%E0%A4%A",
    "/seo?a#%E0%A4%A",
    "/seo?b#seo-cards%22]",
  ]) {
    await open(page, address);
    await expect(count(page)).toHaveText("1 / 12");
  }
});

test("an address can lead to the fix list", async ({ page }) => {
  await open(page, "/seo#seo-fix-list");
  await expect(tab(page, "Your SEO Fix List (0)")).toHaveAttribute("aria-selected", "true");
  await expect(button(page, "Send")).toBeInViewport();
});

test("the fix list is accessible when empty, invalid and full", async ({ page }) => {
  await open(page, "/seo");
  await openList(page);
  await button(page, "Send").click();
  await expectAccessible(page);
  await tab(page, "Explore SEO Cards").click();
  await saveCards(page, 2);
  await expectAccessible(page);
});
