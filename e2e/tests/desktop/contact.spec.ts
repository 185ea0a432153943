import type { Page } from "@playwright/test";
import { expectAccessible } from "../../support/axe";
import { answerAvailability, answerMessages, BROKEN, TAKEN, TWO_WEEKS } from "../../support/calls";
import {
  expectHydrated,
  expectNothingMore,
  expectPath,
  hold,
  open,
  scrollSettled,
  scrollTop,
} from "../../support/pages";
import { expect, test } from "../../support/test";
import { Traffic } from "../../support/traffic";

const panel = (page: Page) => page.getByRole("tabpanel", { name: "Send Message" });
const field = (page: Page, name: string) => panel(page).getByLabel(name);
const send = (page: Page) => panel(page).getByRole("button", { name: "Send Message" });
const tab = (page: Page, name: string) => page.getByRole("tab", { name });

/** The chunks of the form and of the closing banner. */
const PART = /contact-panel\.part.*\.js/;
const BANNER = /call-to-action.*\.js/;

async function fillIn(page: Page): Promise<void> {
  await field(page, "Name").fill("Priya Raman");
  await field(page, "Email").fill("priya@halvening.example");
  await field(page, "Company or website").fill("Halvening");
  await field(page, "Message").fill("We moved platforms in June. Where would you look first?");
}

test("words on green are read on paper", async ({ page }) => {
  await open(page, "/contact");
  await page.emulateMedia({ media: "print" });
  await expect(page.locator('[data-ground="green"] .lead').first()).toHaveCSS(
    "color",
    "rgb(0, 0, 0)",
  );
});

test.describe("a message", () => {
  test("is sent, confirmed and removed from the form", async ({ page }) => {
    const sent = await answerMessages(page, TAKEN);
    await open(page, "/contact");
    await fillIn(page);
    await send(page).click();
    await expect(page.getByRole("status")).toContainText(["Your message has been sent!"]);
    await expect(field(page, "Message")).toHaveValue("");
    expect(sent).toHaveLength(1);
    expect(sent[0]).toMatchObject({
      data: {
        type: "contact",
        name: "Priya Raman",
        email: "priya@halvening.example",
        company: "Halvening",
        message: "We moved platforms in June. Where would you look first?",
      },
    });
  });

  test("counts as typed from the start of the load if it was typed before hydration", async ({
    page,
  }) => {
    const sent = await answerMessages(page, TAKEN);
    const letIn = await hold(page, PART);
    await page.goto("/contact", { waitUntil: "commit" });
    await fillIn(page);
    // Longer than it takes to hydrate the form and to send it.
    await page.waitForFunction(() => performance.now() > 3000);
    letIn();
    await expectHydrated(page);
    await send(page).click();
    await expect(page.getByRole("status")).toContainText(["Your message has been sent!"]);
    expect(sent).toEqual([{ data: expect.objectContaining({ elapsed_ms: expect.any(Number) }) }]);
    const [message] = sent as { data: { elapsed_ms: number } }[];
    expect(message?.data.elapsed_ms).toBeGreaterThan(3000);
  });

  test("that is incomplete is not sent, and each field shows what is missing", async ({ page }) => {
    const sent = await answerMessages(page, TAKEN);
    await open(page, "/contact");
    await field(page, "Name").fill("P");
    await field(page, "Email").fill("priya@halvening");
    await send(page).click();
    await expect(field(page, "Name")).toBeFocused();
    await expect(field(page, "Name")).toHaveAccessibleDescription(
      "Name must be at least 2 characters",
    );
    await expect(field(page, "Email")).toHaveAccessibleDescription(
      "Please enter a valid email address",
    );
    await expect(field(page, "Message")).toHaveAccessibleDescription("Please enter your message");
    await expectAccessible(page);
    expect(sent).toHaveLength(0);
  });

  test("that is too long keeps its end, and shows the maximum length", async ({ page, faults }) => {
    faults.allowStatus(422, 413);
    await open(page, "/contact");
    await fillIn(page);
    await field(page, "Message").fill("");
    await page.keyboard.insertText(`${"long ".repeat(1200)}and its end`);
    await send(page).click();
    await expect(field(page, "Message")).toHaveAccessibleDescription(
      "Please use at most 5,000 characters",
    );
    await expect(field(page, "Message")).toBeFocused();
    await expect(field(page, "Message")).toHaveValue(/and its end$/);
    await page.keyboard.insertText(" ".repeat(100_000));
    await expect(field(page, "Message")).toHaveAccessibleDescription("");
    await send(page).click();
    await expect(page.getByRole("alert").filter({ hasText: /./ })).toContainText(
      "The request is too large",
    );
  });

  test("that could not be sent stays in the form", async ({ page, faults }) => {
    faults.allowStatus(500);
    await answerMessages(page, BROKEN, TAKEN);
    await open(page, "/contact");
    await fillIn(page);
    await send(page).click();
    await expect(page.getByText("Failed to send your message. Please try again.")).toBeVisible();
    await expect(field(page, "Name")).toHaveValue("Priya Raman");
    await expect(field(page, "Message")).toHaveValue(/^We moved platforms/);
    await send(page).click();
    await expect(page.getByText("Your message has been sent!")).toBeVisible();
  });
});

test.describe("the tabs", () => {
  for (const [query, name] of [
    ["", "Send Message"],
    ["?tab=schedule", "Book Video Call"],
    ["?tab=nonsense", "Send Message"],
  ] as const) {
    test(`"${query}" opens ${name}`, async ({ page }) => {
      await answerAvailability(page, TWO_WEEKS);
      await open(page, `/contact${query}`);
      await expect(tab(page, name)).toHaveAttribute("aria-selected", "true");
      await expect(page.getByRole("tabpanel")).toHaveCount(1);
    });
  }

  test("are in the address, for reloads and links", async ({ page }) => {
    await answerAvailability(page, TWO_WEEKS);
    await open(page, "/contact");
    await tab(page, "Book Video Call").click();
    await expectPath(page, "/contact?tab=schedule");
    await page.reload();
    await expect(tab(page, "Book Video Call")).toHaveAttribute("aria-selected", "true");
    await expectHydrated(page);
    await tab(page, "Send Message").click();
    await expectPath(page, "/contact");
  });

  test("belong to the current page: a fragment is not another page", async ({ page }) => {
    await answerAvailability(page, TWO_WEEKS);
    await open(page, "/contact");
    await tab(page, "Book Video Call").click();
    await expectPath(page, "/contact?tab=schedule");
    const traffic = new Traffic(page);
    await page.getByRole("link", { name: "Skip to" }).press("Enter");
    await expectPath(page, "/contact?tab=schedule#main");
    await page.goBack();
    await expectPath(page, "/contact?tab=schedule");
    await expect(tab(page, "Book Video Call")).toHaveAttribute("aria-selected", "true");
    await expectNothingMore(page);
    expect(traffic.fetches().filter((path) => path.startsWith("/_data/"))).toEqual([]);
  });

  test("keep what was typed in the other one", async ({ page }) => {
    await answerAvailability(page, TWO_WEEKS);
    await open(page, "/contact");
    await field(page, "Message").fill("Half a thought");
    await tab(page, "Send Message").press("ArrowRight");
    await expect(tab(page, "Book Video Call")).toBeFocused();
    await tab(page, "Send Message").click();
    await expect(field(page, "Message")).toHaveValue("Half a thought");
  });

  test("the hero's button opens the calendar and scrolls to it", async ({ page }) => {
    await answerAvailability(page, TWO_WEEKS);
    await open(page, "/contact");
    await page.getByRole("link", { name: "Book a Video Call" }).click();
    await expect(tab(page, "Book Video Call")).toHaveAttribute("aria-selected", "true");
    await expect.poll(() => scrollTop(page)).toBeGreaterThan(100);
    await scrollSettled(page);
    const top = await page.locator("#contact-panel").evaluate((panel) => {
      return panel.getBoundingClientRect().top;
    });
    expect(top).toBeCloseTo(120, -1);
  });
});

test.describe("after a visit within the app", () => {
  const leave = (page: Page) =>
    page.getByRole("contentinfo").getByRole("link", { name: "Privacy" }).click();
  const visit = (page: Page) =>
    page.getByRole("banner").getByRole("link", { name: "Contact" }).click();

  test("the form and the banner show that they are loading", async ({ page }) => {
    const letIn = [await hold(page, PART), await hold(page, BANNER)];
    await open(page, "/privacy");
    await visit(page);
    await expect(page.getByText("Loading contact form...", { exact: true })).toBeVisible();
    await expect(page.getByText("Loading CTA section...", { exact: true })).toBeVisible();
    await expect(page.getByRole("heading", { level: 1, name: "Let's Connect" })).toBeVisible();
    for (const letOne of letIn) letOne();
    await expect(field(page, "Message")).toBeVisible();
    await expect(page.getByText(/^Loading/)).toHaveCount(0);
    await expect(page.getByRole("link", { name: "Build Your Plan" })).toBeVisible();
    // They are loaded now, so a second visit waits for nothing.
    await leave(page);
    await visit(page);
    await expect(field(page, "Message")).toBeVisible();
  });

  test("parts that cannot be loaded say what to do instead", async ({ page, faults }) => {
    faults.allow(/^request failed: .*(contact-panel|call-to-action)/, /^console error: /);
    for (const chunk of [PART, BANNER]) await page.route(chunk, (route) => route.abort());
    await open(page, "/privacy");
    await visit(page);
    const form = page.locator("#contact-form");
    await expect(form).toContainText("Content Loading Error");
    await expect(form).toContainText("The contact form is temporarily unavailable.");
    await expect(form.getByRole("alert").getByRole("link")).toHaveAttribute("href", /^mailto:/);
    await expect(
      page.getByText("Contact us today for your free SEO consultation.", { exact: true }),
    ).toBeVisible();
  });
});

test.describe("a full load without the form's code", () => {
  test.use({ data: "own" });
  test.beforeEach(async ({ page, faults }) => {
    faults.allow(/net::ERR_FAILED/);
    for (const chunk of [PART, BANNER]) await page.route(chunk, (route) => route.abort());
    await open(page, "/contact");
  });

  test("keeps the server's form, which posts by itself", async ({ page }) => {
    await fillIn(page);
    await expect(page.getByText("Content Loading Error")).toHaveCount(0);
    await send(page).click();
    await expect(panel(page)).toContainText("Your message has been sent!");
  });

  test("shows the calendar by the tab and by the hero's button", async ({ page }) => {
    const calendar = tab(page, "Book Video Call");
    await calendar.click();
    await expect(calendar).toHaveAttribute("aria-selected", "true");
    await expect(page.getByText("Choose a day")).toBeHidden();
    const days = page.getByRole("group", { name: /^Choose a time on / });
    await days.nth(1).getByRole("radio").first().check({ force: true });
    await expect(days.nth(1).getByRole("radio").first()).toBeChecked();
    await open(page, "/contact");
    await page.getByRole("link", { name: "Book a Video Call" }).click();
    await expect(calendar).toHaveAttribute("aria-selected", "true");
    await expect(page.getByText("Content Loading Error")).toHaveCount(0);
  });
});

test("the form of a full load needs no second request", async ({ page }) => {
  await page.goto("/contact");
  const scripts = await page.locator("script[data-scripts]").getAttribute("data-scripts");
  expect(scripts?.match(/contact-panel\.part/g)).toHaveLength(1);
  await expectNothingMore(page);
  await expect(field(page, "Message")).toBeVisible();
});
