import type { Page } from "@playwright/test";
import { expectAccessible } from "../../support/axe";
import { answerMessages, BROKEN, TAKEN } from "../../support/calls";
import { expectPath, open } from "../../support/pages";
import { expect, test } from "../../support/test";

const quiz = (page: Page) => page.getByRole("region", { name: "SEO growth quiz" });
const option = (page: Page, name: string) => quiz(page).getByRole("radio", { name });
const button = (page: Page, name: string) => quiz(page).getByRole("button", { name });
const progress = (page: Page) => quiz(page).getByRole("progressbar", { name: "Quiz progress" });

async function expectStep(page: Page, label: string, percent: number): Promise<void> {
  await expect(quiz(page).getByText(label, { exact: true })).toBeVisible();
  await expect(progress(page)).toHaveJSProperty("value", percent);
}

async function fillIn(page: Page): Promise<void> {
  await quiz(page).getByLabel("Name").fill("Priya Raman");
  await quiz(page).getByLabel("Email").fill("priya@halvening.example");
  await quiz(page).getByLabel("Website").fill("halvening.example");
}

test("two answers lead to a report, which is sent by email", async ({ page }) => {
  const sent = await answerMessages(page, TAKEN);
  await open(page, "/contact");
  await expectStep(page, "Step 1", 0);
  await expect(button(page, "Continue")).toHaveCount(0);
  await option(page, "Something on the site needs fixing").check();
  await button(page, "Continue").click();

  await expectStep(page, "Step 2", 35);
  await expect(quiz(page).getByRole("heading", { level: 3 })).toBeFocused();
  await expect(button(page, "Continue")).toHaveCount(0);
  await option(page, "It is slow").check();
  await expectAccessible(page);
  await button(page, "Continue").click();

  await expectStep(page, "Your Recommendation", 70);
  await expect(quiz(page).getByRole("heading", { name: "Your Outcome" })).toBeFocused();
  await expect(quiz(page)).toContainText("Based on your answers, we recommend:");
  await expect(quiz(page)).toContainText("Site Health Check");
  await expectAccessible(page);
  await button(page, "Continue to Get Your Report").click();

  await expectStep(page, "Final Step", 90);
  await fillIn(page);
  await expectAccessible(page);
  await button(page, "Get Your Report").click();
  await expect(page.getByText("Thank you! Your report is being prepared.")).toBeVisible();
  await expect(
    quiz(page).getByText("Thank you! Your report will be sent to your email shortly."),
  ).toBeVisible();
  await expect(progress(page)).toHaveJSProperty("value", 100);
  expect(sent).toHaveLength(1);
  expect(sent[0]).toMatchObject({
    data: {
      type: "quiz-lead",
      name: "Priya Raman",
      email: "priya@halvening.example",
      website: "halvening.example",
      report_type: "site-health-check",
      answers: { "step-1": "fixing", "fixing-concerns": "slow" },
    },
  });

  await button(page, "Submit Another Request").click();
  await expectStep(page, "Final Step", 90);
  await expect(quiz(page).getByLabel("Name")).toHaveValue("");
});

test("Enter continues after an answer", async ({ page }) => {
  await open(page, "/contact");
  await option(page, "Something on the site needs fixing").press("Enter");
  await expectStep(page, "Step 1", 0);
  await option(page, "Something on the site needs fixing").press("Space");
  await page.keyboard.press("Enter");
  await expectStep(page, "Step 2", 35);
  await expectPath(page, "/contact");
});

test("success is shown after a second, not sooner", async ({ page }) => {
  await page.clock.install();
  await answerMessages(page, TAKEN);
  await open(page, "/contact");
  await quiz(page).getByRole("link", { name: "I'd rather talk to someone" }).click();
  await button(page, "Continue to Get Your Call").click();
  await fillIn(page);
  await page.clock.pauseAt(Date.now() + 60_000);
  const answered = page.waitForResponse("**/api/functions/send-contact-email");
  await button(page, "Get Your Call").click();
  await answered;
  await page.clock.runFor(900);
  await expect(button(page, "Sending...")).toBeVisible();
  await expect(button(page, "Back"), "the answer must find its form").toBeDisabled();
  await page.clock.runFor(200);
  await expect(page.getByText("Thank you! Your call is being prepared.")).toBeVisible();
});

test("visitors who prefer to talk get a call", async ({ page }) => {
  const sent = await answerMessages(page, TAKEN);
  await open(page, "/contact");
  await quiz(page).getByRole("link", { name: "I'd rather talk to someone" }).click();
  await expectStep(page, "Your Recommendation", 70);
  await expect(quiz(page)).toContainText("Discovery Call");
  await button(page, "Continue to Get Your Call").click();
  await fillIn(page);
  await button(page, "Get Your Call").click();
  await expect(
    quiz(page).getByText("Thank you! Your call details will be sent to your email shortly."),
  ).toBeVisible();
  expect(sent[0]).toMatchObject({ data: { report_type: "discovery-call" } });
});

test("the form shows what is missing", async ({ page }) => {
  await open(page, "/contact");
  await quiz(page).getByRole("link", { name: "I'd rather talk to someone" }).click();
  await button(page, "Continue to Get Your Call").click();
  await quiz(page).getByLabel("Website").fill("abc");
  await button(page, "Get Your Call").click();
  for (const [name, message] of [
    ["Name", "Name must be at least 2 characters"],
    ["Email", "Please enter a valid email address"],
    ["Website", "Website must be at least 5 characters"],
  ] as const) {
    await expect(quiz(page).getByLabel(name)).toHaveAccessibleDescription(message);
  }
});

test("a failure keeps everything typed", async ({ page, faults }) => {
  faults.allowStatus(500);
  await answerMessages(page, BROKEN);
  await open(page, "/contact");
  await quiz(page).getByRole("link", { name: "I'd rather talk to someone" }).click();
  await button(page, "Continue to Get Your Call").click();
  await fillIn(page);
  await button(page, "Get Your Call").click();
  await expect(page.getByText("Something went wrong. Please try again.")).toBeVisible();
  await expect(quiz(page).getByLabel("Website")).toHaveValue("halvening.example");
  await expectStep(page, "Final Step", 90);
});

test("Back from the form keeps everything typed", async ({ page }) => {
  await open(page, "/contact");
  await quiz(page).getByRole("link", { name: "I'd rather talk to someone" }).click();
  await button(page, "Continue to Get Your Call").click();
  await fillIn(page);
  await button(page, "Back").click();
  await button(page, "Continue to Get Your Call").click();
  for (const [name, value] of [
    ["Name", "Priya Raman"],
    ["Email", "priya@halvening.example"],
    ["Website", "halvening.example"],
  ] as const) {
    await expect(quiz(page).getByLabel(name)).toHaveValue(value);
  }
});

test("Back leads to the answered question, by keyboard too", async ({ page }) => {
  await open(page, "/contact");
  await option(page, "We need more visitors from search").focus();
  await page.keyboard.press("Space");
  await page.keyboard.press("ArrowDown");
  await expect(option(page, "We get visitors, but the wrong ones")).toBeChecked();
  await button(page, "Continue").press("Enter");
  await expectStep(page, "Step 2", 35);
  await button(page, "Back").press("Enter");
  await expectStep(page, "Step 1", 0);
  await expect(option(page, "We get visitors, but the wrong ones")).toBeChecked();
});

test("an answer given before the quiz's code has loaded counts", async ({ page }) => {
  let deliver = () => {};
  const isDelivered = new Promise<void>((resolve) => {
    deliver = resolve;
  });
  await page.route(/\/assets\/quiz-.*\.js$/, async (route) => {
    await isDelivered;
    await route.continue();
  });
  await open(page, "/contact");
  await option(page, "Something on the site needs fixing").check();
  await expect(button(page, "Continue")).toHaveCount(0);
  await page.keyboard.press("Enter");
  deliver();
  await button(page, "Continue").click();
  await expectStep(page, "Step 2", 35);
  expect(new URL(page.url()).search).toBe("");
});
