import { expectPath } from "../../support/pages";
import { expect, test } from "../../support/test";

test("the tabs are links, and both contact options are visible", async ({ page }) => {
  await page.goto("/contact");
  await expect(page.getByRole("tabpanel", { name: "Send Message" })).toBeVisible();
  await expect(page.getByRole("textbox", { name: "Message" })).toBeVisible();
  await page.getByRole("tab", { name: "Send Message" }).focus();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("tab", { name: "Book Video Call" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expectPath(page, "/contact?tab=schedule#contact-panel");
  await expect(page.getByRole("tabpanel", { name: "Book Video Call" })).toBeVisible();
});

test("the hero's button leads to the calendar's tab", async ({ page }) => {
  await page.goto("/contact");
  await page.getByRole("link", { name: "Book a Video Call" }).click();
  await expectPath(page, "/contact?tab=schedule#contact-panel");
});

test("the quiz shows its first question and says what works instead", async ({ page }) => {
  await page.goto("/contact");
  const quiz = page.getByRole("region", { name: "SEO growth quiz" });
  await expect(quiz.getByRole("radio")).toHaveCount(5);
  await expect(quiz.getByText("The quiz needs JavaScript.")).toBeVisible();
  await quiz.getByRole("link", { name: "I'd rather talk to someone" }).click();
  await expectPath(page, "/contact?tab=schedule#contact-panel");
});

test("an incomplete message comes back and focuses its first error", async ({ page, faults }) => {
  faults.allowStatus(422);
  await page.goto("/contact");
  const form = page.getByRole("tabpanel", { name: "Send Message" });
  await form.getByLabel("Name", { exact: true }).fill("Priya Raman");
  await form.getByLabel("Email", { exact: true }).fill("priya@halvening");
  await form.getByRole("button", { name: "Send Message" }).click();
  const email = form.getByLabel("Email", { exact: true });
  await expect(email).toHaveAccessibleDescription("Please enter a valid email address");
  await expect(email).toBeFocused();
  await expect(email).toBeInViewport();
  await expect(form.getByLabel("Name", { exact: true })).toHaveValue("Priya Raman");
});

for (const path of ["/services", "/blog"])
  test(`a rejected question can be sent again from ${path}`, async ({ page, faults }) => {
    faults.allowStatus(422);
    await page.goto(path);
    const send = page.getByRole("button", { name: "Send question" });
    await page.getByLabel("Your email").fill("priya@halvening.example");
    await send.click();
    await expect(
      page.getByText("Please enter both your email and your question").first(),
    ).toBeVisible();
    await page.getByLabel("Your question").fill("Do you read logs?");
    await send.click();
    await expect(page.getByText("Your question has been sent!").first()).toBeInViewport();
  });
