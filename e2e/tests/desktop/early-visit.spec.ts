import type { Page } from "@playwright/test";
import { expectHydrated, expectNothingMore, expectPath, hold } from "../../support/pages";
import { expect, test } from "../../support/test";

/** A link of the navigation bar. */
const navLink = (page: Page, name: string) =>
  page.getByRole("navigation", { name: "Main" }).getByRole("link", { name, exact: true });

const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name });

test("a visit during hydration waits for it", async ({ page }) => {
  // React schedules its work by messages to itself, with breaks for events in between.
  await page.addInitScript(() => {
    const { postMessage } = MessagePort.prototype;
    const held: (() => void)[] = [];
    MessagePort.prototype.postMessage = function (...message: unknown[]) {
      held.push(() => Reflect.apply(postMessage, this, message));
    };
    addEventListener("let-react-work", () => {
      Object.assign(MessagePort.prototype, { postMessage });
      for (const send of held) send();
    });
  });
  await page.goto("/");
  await page.waitForFunction(() => (history.state as { key?: string } | null)?.key);
  const answered = page.waitForResponse("/_data/about");
  await navLink(page, "About").click();
  await (await answered).finished();
  await expectNothingMore(page);
  await page.evaluate(() => dispatchEvent(new Event("let-react-work")));
  await expect(heading(page, "Developing the Brands of Tomorrow")).toBeFocused();
  await expectPath(page, "/about");
});

test("a visit before the first page's code has loaded is kept, and rendered once", async ({
  page,
}) => {
  const letIn = await hold(page, /\/assets\/seo-[\w-]+\.js$/);
  await page.goto("/seo", { waitUntil: "commit" });
  await page.waitForFunction(() => (history.state as { key?: string } | null)?.key);
  await navLink(page, "Contact").click();
  await expectPath(page, "/contact");
  await expectHydrated(page);
  const name = page.getByRole("tabpanel").getByRole("textbox", { name: "Name" }).first();
  await name.fill("Ada");
  const arrived = page.waitForResponse(/\/assets\/seo-/);
  letIn();
  await (await arrived).finished();
  await expectNothingMore(page);
  await expect(name).toHaveValue("Ada");
  await navLink(page, "About").click();
  await expect(heading(page, "Developing the Brands of Tomorrow")).toBeVisible();
});
