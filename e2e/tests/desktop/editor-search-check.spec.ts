import { AdminApi, signInCookies } from "../../support/admin";
import { expectAccessible } from "../../support/axe";
import { field } from "../../support/drafts";
import { open } from "../../support/pages";
import { expect, test } from "../../support/test";

test.use({ data: "own" });
test.beforeEach(async ({ page }) => {
  await signInCookies(page);
  page.on("dialog", (dialog) => void dialog.accept());
});

test("the search check follows the draft while it is open, and only then", async ({
  page,
  site,
  faults,
}) => {
  const api = await AdminApi.signIn(site.url);
  const post = await api.create({ title: "Short", slug: "short", content: "<p>Few words.</p>" });
  let asked = 0;
  page.on("request", (request) => {
    if (request.url().endsWith("/api/admin/analysis")) asked += 1;
  });
  await open(page, `/admin/blog/edit/${post.id}`);
  await expect(page.getByRole("button", { name: "Bold" })).toBeEnabled();
  expect(asked).toBe(0);

  await page.getByRole("button", { name: "Show search check" }).click();
  const panel = page.getByRole("region", { name: "Search check" });
  const checks = panel.getByRole("listitem");
  const titleLength = checks.filter({ hasText: "Title length" });
  await expect(panel.getByText(/Score: \d+ out of 100/)).toBeVisible();
  await expect(titleLength).toContainText("5 characters (target: 30–60 characters)");
  await expect(titleLength).toContainText("Make it longer");
  await expect(checks.first()).toContainText("Needs work");
  await expect(checks.last()).toContainText("Good");
  await expectAccessible(page);

  await field(page, "Heading").fill("A heading that says what crawl budget is");
  await panel.getByLabel("Keyphrase").fill("crawl budget");
  await expect(titleLength).toContainText("40 characters");
  await expect(checks.filter({ hasText: "Keyphrase in the title" })).toContainText("Good");

  // A failure is reported and can be retried.
  faults.allow(/net::ERR_FAILED/);
  await page.route("**/api/admin/analysis", (route) => route.abort());
  await field(page, "Heading").fill("Another");
  await expect(panel.getByText("The search check could not be run.")).toBeVisible();
  await page.unroute("**/api/admin/analysis");
  await panel.getByRole("button", { name: "Try again" }).click();
  await expect(titleLength).toContainText("7 characters");
  await expect(panel.getByRole("status")).toBeFocused();

  await page.getByRole("button", { name: "Hide search check" }).click();
  await expect(checks).toHaveCount(0);
});

test("publishing lists what needs work, and asks", async ({ page, site, faults }) => {
  const api = await AdminApi.signIn(site.url);
  const post = await api.create({
    title: "Short",
    slug: "short",
    content: "<p>Few words.</p>",
    published: false,
  });
  const isPublic = async () => (await fetch(`${site.url}/api/posts/short`)).ok;
  await open(page, `/admin/blog/edit/${post.id}`);
  await expect(page.getByRole("button", { name: "Bold" })).toBeEnabled();
  const publish = page.getByRole("button", { name: "Publish", exact: true });
  const dialog = page.getByRole("dialog");

  await publish.click();
  await expect(dialog.getByRole("heading", { name: "1 check needs work" })).toBeVisible();
  await expect(dialog.getByRole("listitem").filter({ hasText: "Text length" })).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Go back" }).click();
  await expect(dialog).toHaveCount(0);
  await expect(publish).toBeFocused();
  expect(await isPublic()).toBe(false);
  await expect(page.getByRole("switch", { name: "Publish post" })).not.toBeChecked();

  // Without a response, the editor does not ask.
  faults.allow(/net::ERR_FAILED/);
  await page.route("**/api/admin/analysis", (route) => route.abort());
  await publish.click();
  await expect(page.getByRole("button", { name: "Unpublish" })).toBeVisible();
  expect(await isPublic()).toBe(true);
});
