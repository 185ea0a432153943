import { signInCookies } from "../../support/admin";
import { expectAccessible } from "../../support/axe";
import { open } from "../../support/pages";
import { expect, test } from "../../support/test";

test.use({ data: "own" });

test("an article links to its author's page and back", async ({ page }) => {
  await open(page, "/authors/rowan-hale");
  await expectAccessible(page);
  const article = page.locator("#articles a[href^='/blog/']").first();
  await article.click();
  await expect(
    page.getByRole("heading", { level: 2, name: "Written by Rowan Hale" }),
  ).toBeVisible();
  await page
    .getByRole("banner")
    .or(page.locator("header"))
    .getByRole("link", { name: "Rowan Hale" })
    .first()
    .click();
  await expect(page.getByRole("heading", { level: 1, name: "Rowan Hale" })).toBeVisible();
});

test("staff add, change and delete an author", async ({ page, faults }) => {
  faults.allowStatus(422);
  await signInCookies(page);
  await open(page, "/admin/authors");
  await expect(page.getByRole("heading", { level: 1, name: "Authors" })).toBeVisible();
  const row = (name: string) => page.getByRole("row").filter({ hasText: name });
  await expect(row("Rowan Hale")).toContainText(/\d+ posts?/);
  await expectAccessible(page);

  await page.getByRole("button", { name: "Add author" }).click();
  const adding = page.getByRole("dialog", { name: "Add author" });
  await adding.getByRole("button", { name: "Add author" }).click();
  await expect(adding.getByRole("textbox", { name: "Name" })).toBeFocused();
  await expect(adding).toContainText("Name is required");
  await adding.getByRole("textbox", { name: "Name" }).fill("Zoë Hart");
  await adding.getByRole("textbox", { name: "Job title" }).fill("Editor");
  await adding.getByRole("button", { name: "Add link" }).click();
  await adding.getByRole("textbox", { name: "Link text" }).fill("Profile");
  await adding.getByRole("textbox", { name: "Link address" }).fill("nonsense");
  await adding.getByRole("button", { name: "Add author" }).click();
  await expect(adding.getByRole("textbox", { name: "Link address" })).toBeFocused();
  await expectAccessible(page);
  await adding.getByRole("textbox", { name: "Link address" }).fill("https://profiles.example/zoe");
  await adding.getByRole("button", { name: "Add author" }).click();
  await expect(row("Zoë Hart")).toContainText("Editor");

  await page.getByRole("button", { name: "Edit Samir Desai" }).click();
  const editing = page.getByRole("dialog", { name: "Edit author" });
  await editing.getByRole("textbox", { name: "Name" }).fill("Samir D. Desai");
  await expect(editing).toContainText(/Also changes the name in \d+ posts?\./);
  await editing.getByRole("button", { name: "Save author" }).click();
  await expect(row("Samir D. Desai")).toContainText(/[1-9]\d* posts?/);

  await page.getByRole("button", { name: "Delete Zoë Hart" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete author" }).click();
  await expect(row("Zoë Hart")).toHaveCount(0);
  await expect(page.getByRole("heading", { level: 1, name: "Authors" })).toBeFocused();
});
