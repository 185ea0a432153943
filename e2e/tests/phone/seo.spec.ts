import { open, sidewaysOverflow } from "../../support/pages";
import { expect, test } from "../../support/test";

test("the process is stepped through with arrows that wrap around", async ({ page }) => {
  await open(page, "/seo");
  const process = page.locator("#seo-process");
  const heading = process.getByRole("tabpanel").getByRole("heading");
  await expect(heading).toHaveText("Technical Audit");
  await process.getByRole("button", { name: "Previous step" }).tap();
  await expect(heading).toHaveText("Monitoring");
  await process.getByRole("button", { name: "Next step" }).tap();
  await expect(heading).toHaveText("Technical Audit");
  await process.getByRole("tab", { name: "Strategic SEO" }).tap();
  await expect(heading).toHaveText("Strategic SEO");
});

test("no card, step or list makes the page wider than a small phone", async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 720 });
  await open(page, "/seo");
  const room = page.locator("#seo-engine-room");
  for (let card = 0; card < 12; card++) {
    await room.getByRole("button", { name: "Save", exact: true }).tap();
    await room.getByRole("button", { name: "Next card" }).tap();
    expect(await sidewaysOverflow(page)).toEqual([]);
  }
  for (let step = 0; step < 6; step++) {
    await page.getByRole("button", { name: "Next step" }).tap();
    expect(await sidewaysOverflow(page)).toEqual([]);
  }
  await room.getByRole("tab", { name: "Your SEO Fix List (12)" }).tap();
  await expect(room.getByRole("button", { name: /^Remove / })).toHaveCount(12);
  expect(await sidewaysOverflow(page)).toEqual([]);
});

test("every control of the tools is large enough to touch", async ({ page }) => {
  await open(page, "/seo");
  const room = page.locator("#seo-engine-room");
  await room.getByRole("button", { name: "Save", exact: true }).tap();
  const small = () =>
    page
      .locator(":is(#seo-process, #seo-engine-room) :is(button, a, input)")
      .evaluateAll((controls) =>
        controls.flatMap((control) => {
          if (!control.checkVisibility({ visibilityProperty: true })) return [];
          if (control.closest('[aria-hidden="true"]')) return [];
          const { width, height } = control.getBoundingClientRect();
          const isSmall = width < 44 || height < 44;
          return isSmall ? [`${control.outerHTML} ${width} × ${height}`] : [];
        }),
      );
  expect(await small()).toEqual([]);
  await room.getByRole("tab", { name: /Your SEO Fix List/ }).tap();
  expect(await small()).toEqual([]);
});
