import { signInCookies } from "../../support/admin";
import { expectAccessible } from "../../support/axe";
import { open } from "../../support/pages";
import { expect, test } from "../../support/test";

test.use({ data: "own" });

test("staff describe, rename and merge categories", async ({ page, faults }) => {
  faults.allowStatus(409);
  await signInCookies(page);
  await open(page, "/admin/categories");
  await expect(page.getByRole("heading", { level: 1, name: "Categories" })).toBeVisible();
  const row = (name: string) => page.getByRole("row").filter({ hasText: name });
  await expect(row("Technical SEO")).toContainText(/[1-9]\d* posts?/);
  await expect(page.getByRole("button", { name: "Merge Technical SEO" })).toHaveCount(0);
  await expectAccessible(page);

  await page.getByRole("button", { name: "Edit Local SEO" }).click();
  const editing = page.getByRole("dialog", { name: "Edit category" });
  await expect(editing.getByRole("textbox", { name: "Name" })).toHaveAttribute("readonly");
  await editing
    .getByRole("textbox", { name: "Description" })
    .fill("Search for the shop next door.");
  await expectAccessible(page);
  await editing.getByRole("button", { name: "Save category" }).click();
  await expect(row("Local SEO")).toContainText("Search for the shop next door.");

  const edit = page.getByRole("button", { name: /^Edit / });
  const own = page.getByRole("button", { name: /^Merge / }).first();
  const name = (await own.getAttribute("aria-label"))?.replace("Merge ", "") ?? "";
  expect(name).not.toBe("");
  await page.getByRole("button", { name: `Edit ${name}`, exact: true }).click();
  await editing.getByRole("textbox", { name: "Name" }).fill("local seo");
  await expect(editing).toContainText(/Also changes the name in \d+ posts?\./);
  await editing.getByRole("button", { name: "Save category" }).click();
  await expect(editing).toContainText("Another category has this name");
  await editing.getByRole("textbox", { name: "Name" }).fill("Renamed here");
  await editing.getByRole("button", { name: "Save category" }).click();
  await expect(row("Renamed here")).toBeVisible();

  const before = await edit.count();
  await page.getByRole("button", { name: "Merge Renamed here" }).click();
  const merging = page.getByRole("dialog", { name: "Merge Renamed here into another category?" });
  await merging.getByRole("combobox", { name: "Merge into" }).selectOption("Local SEO");
  await expectAccessible(page);
  await merging.getByRole("button", { name: "Merge", exact: true }).click();
  await expect(row("Renamed here")).toHaveCount(0);
  await expect(edit).toHaveCount(before - 1);
  await expect(page.getByRole("heading", { level: 1, name: "Categories" })).toBeFocused();

  await open(page, `/blog?tag=${encodeURIComponent(name)}`);
  await expect(page).toHaveURL("/blog?tag=Local%20SEO");
  await expect(page.getByRole("heading", { level: 1, name: "Local SEO" })).toBeVisible();
  await expect(page.getByText("Search for the shop next door.").first()).toBeVisible();
});
