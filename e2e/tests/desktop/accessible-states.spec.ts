import type { Page } from "@playwright/test";
import { expectAccessible } from "../../support/axe";
import { answerAvailability, answerMessages, BROKEN, TWO_WEEKS } from "../../support/calls";
import { expectArrived, open, PUBLIC_PAGES } from "../../support/pages";
import { expect, test } from "../../support/test";

test.use({ viewport: { width: 768, height: 1024 } });

for (const { path, status = 200, scrolls } of PUBLIC_PAGES) {
  test(`${path} is accessible on a tablet`, async ({ page, faults }) => {
    if (status !== 200) faults.allowStatus(status);
    await open(page, path);
    if (scrolls) await expectArrived(page);
    await expectAccessible(page);
  });
}

/** States of public pages that can be opened, and how. */
const STATES: { name: string; path: string; enter: (page: Page) => Promise<void> }[] = [
  {
    name: "the audit modal",
    path: "/",
    enter: async (page) => {
      await page.getByRole("banner").getByRole("button", { name: "Book an Audit" }).click();
      await page.getByRole("dialog").getByRole("button", { name: "Book an Audit" }).click();
      await expect(page.getByText("Name must be at least 2 characters")).toBeVisible();
    },
  },
  {
    name: "the recommendation",
    path: "/",
    enter: async (page) => {
      const selector = page.locator("#service-selector");
      for (const step of ["Next", "Next", "Get Recommendation"]) {
        await selector.getByRole("radio").first().check();
        await selector.getByRole("button", { name: step }).click();
      }
      await expect(selector.getByText("Your Recommendation")).toBeVisible();
    },
  },
  {
    name: "a module of the plan",
    path: "/about",
    enter: async (page) => {
      const room = page.locator("#engine-room");
      await room.getByRole("button", { name: "Grow Rankings" }).click();
      await expect(room.getByText("Without this:")).toBeVisible();
    },
  },
  {
    name: "an open stage and an open answer",
    path: "/services",
    enter: async (page) => {
      await page.getByRole("button", { name: "Keyword Intelligence" }).click();
      await page.getByRole("button", { name: "How long before we see results?" }).click();
      await page.getByRole("button", { name: "Ask us a question" }).click();
      await expect(page.getByText("3 to 6 months")).toBeVisible();
    },
  },
  {
    name: "the fix list with its mistakes",
    path: "/seo",
    enter: async (page) => {
      const room = page.locator("#seo-engine-room");
      await room.getByRole("button", { name: "Save", exact: true }).click();
      await room.getByRole("tab", { name: "Your SEO Fix List (1)" }).click();
      await room.getByRole("button", { name: "Send", exact: true }).click();
      await expect(room.getByText("Please enter your email address")).toBeVisible();
    },
  },
  {
    name: "the calendar and the quiz's outcome",
    path: "/contact?tab=schedule",
    enter: async (page) => {
      const quiz = page.getByRole("region", { name: "SEO growth quiz" });
      await quiz.getByRole("link", { name: "I'd rather talk to someone" }).click();
      await expect(quiz.getByRole("heading", { name: "Your Outcome" })).toBeVisible();
    },
  },
  {
    name: "a toast of failure",
    path: "/contact",
    enter: async (page) => {
      const form = page.getByRole("tabpanel", { name: "Send Message" });
      await form.getByLabel("Name", { exact: true }).fill("Priya Raman");
      await form.getByLabel("Email", { exact: true }).fill("priya@halvening.example");
      await form.getByLabel("Message", { exact: true }).fill("Where would you look first?");
      await form.getByRole("button", { name: "Send Message" }).click();
      await expect(page.getByText("Failed to send your message.")).toBeVisible();
    },
  },
];

for (const { name, path, enter } of STATES) {
  for (const viewport of [
    { width: 390, height: 844 },
    { width: 768, height: 1024 },
    { width: 1440, height: 900 },
  ]) {
    // On phones the audit modal is opened from the menu, which is tested separately.
    if (name === "the audit modal" && viewport.width < 768) continue;
    test(`${name} is accessible at ${viewport.width} px`, async ({ page, faults }) => {
      faults.allowStatus(500);
      await page.setViewportSize(viewport);
      await answerAvailability(page, TWO_WEEKS);
      await answerMessages(page, BROKEN);
      await open(page, path);
      await enter(page);
      await expectAccessible(page);
    });
  }
}
