import { AdminApi, signInCookies } from "../../support/admin";
import { expectAccessible } from "../../support/axe";
import { mode, sourceOf, showHtml, text, tool } from "../../support/editor";
import { open } from "../../support/pages";
import { expect, test } from "../../support/test";

test.use({ data: "own" });
test.beforeEach(async ({ page }) => signInCookies(page));

test("the outline shows where the cursor is, and leads to each heading", async ({ page, site }) => {
  const api = await AdminApi.signIn(site.url);
  const filling = "<p>Words of the part.</p>".repeat(20);
  const post = await api.create({
    title: "Parts",
    slug: "parts",
    content: `<p>Before.</p>${["One", "Two", "Three"].map((name) => `<h2>${name}</h2>${filling}`).join("")}`,
  });
  await open(page, `/admin/blog/edit/${post.id}`);
  await expect(tool(page, "Bold")).toBeEnabled();
  const fold = page.locator("#outline > summary");
  await expect(fold).toContainText("3 headings");
  await fold.click();
  const outline = page.getByRole("navigation", { name: "Outline" });
  const item = (name: string) => outline.getByRole("button", { name, exact: true });
  await item("Two").click();
  await expect(text(page)).toBeFocused();
  await expect(item("Two")).toHaveAttribute("aria-current", "location");
  await expect(text(page).getByRole("heading", { name: "Two" })).toBeInViewport();
  await expectAccessible(page);
  // It stays visible beside a long text.
  await item("Three").click();
  await expect(item("One")).toBeInViewport();
  await expect(page.getByText("Unsaved changes")).toHaveCount(0);
  await page.keyboard.type("Part ");
  await expect(item("Part Three")).toHaveAttribute("aria-current", "location");
  await fold.click();
  await expect(fold).toContainText("Part Three");
  await showHtml(page);
  await expect(fold).toHaveCount(0);
  await mode(page, "Visual").click();
  await expect(fold).toBeVisible();
});

test("links to missing pages are marked while writing, but not for readers", async ({
  page,
  site,
}) => {
  const api = await AdminApi.signIn(site.url);
  const content =
    '<p>See <a href="/about">us</a>, an <a href="/blog/gone">old <strong>post</strong></a> and <a href="/blog/own">this</a>.</p>';
  const post = await api.create({ title: "Own", slug: "own", content });
  await open(page, `/admin/blog/edit/${post.id}`);
  const broken = text(page).locator(".broken-link");
  await expect(broken).toHaveText(["old ", "post"]);
  await expect(broken.first()).toHaveAttribute("title", "There is no page at /blog/gone");
  await expectAccessible(page);
  await expect(page.getByText("Unsaved changes")).toHaveCount(0);

  // The site's link handling neither prefetches nor follows it.
  await text(page).getByText("post", { exact: true }).click();
  await page.keyboard.press("ControlOrMeta+k");
  const address = page.getByRole("combobox", { name: "Link address" });
  await expect(address).toHaveAccessibleDescription(/There is no page at this address/);
  await address.fill("/seo");
  await address.press("Enter");
  await expect(broken).toHaveCount(0);
  await expect(text(page)).toBeFocused();
  await page.keyboard.press("End");
  await page.keyboard.type(" ");
  await page.keyboard.press("ControlOrMeta+k");
  await address.fill("/nowhere");
  await address.press("Enter");
  await expect(broken).toHaveText("/nowhere");
  await showHtml(page);
  expect(await sourceOf(page)).toBe(
    content.replace("/blog/gone", "/seo").replace(".</p>", '. <a href="/nowhere">/nowhere</a></p>'),
  );
});
