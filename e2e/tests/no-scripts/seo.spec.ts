import { expect, test } from "../../support/test";

test("every step and card is visible, but no control that does nothing", async ({ page }) => {
  await page.goto("/seo");
  const process = page.locator("#seo-process");
  for (const name of [
    "Technical Audit",
    "Strategic SEO",
    "Implementation",
    "Content Building",
    "Optimisation",
    "Monitoring",
  ]) {
    await expect(process.getByRole("heading", { name })).toBeVisible();
  }
  await expect(process.getByRole("button")).toHaveCount(0);
  await expect(process.getByRole("tab")).toHaveCount(0);

  const room = page.locator("#seo-engine-room");
  const cards = room.getByRole("article");
  await expect(cards).toHaveCount(12);
  for (const card of await cards.all()) await expect(card).toBeVisible();
  await expect(room.getByRole("button")).toHaveText([/Send/]);
});

test("the tabs are links to their panels, which are visible", async ({ page }) => {
  await page.goto("/seo");
  const room = page.locator("#seo-engine-room");
  await room.getByRole("tab", { name: /Your SEO Fix List/ }).click();
  await expect(page).toHaveURL(/#seo-fix-list$/);
  await expect(room.getByRole("textbox", { name: "Send the list to yourself" })).toBeInViewport();
  await expect(room.getByText("we'll email you all twelve")).toBeVisible();
  const form = room.locator("form");
  await expect(form).toHaveAttribute("method", "post");
  await expect(form.locator('[name="type"]')).toHaveValue("seo-fix-list");
  const message = await form.locator('[name="message"]').inputValue();
  expect(message.split(/\r?\n/)).toHaveLength(12);
  await room.getByRole("link", { name: "Book an SEO Audit" }).click();
  await expect(page.locator("#seo-contact")).toBeInViewport();
});
