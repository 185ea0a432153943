import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { AdminApi, type PostFields, signInCookies } from "../../support/admin";
import { expect, promisedClicks, test } from "../../support/clicks";
import { publishAnyway, scheduleAnyway } from "../../support/drafts";
import { drawing, openNew, text, tool } from "../../support/editor";
import { open } from "../../support/pages";

test.use({ data: "own" });
test.beforeEach(async ({ page }) => signInCookies(page));

const heading = (page: Page) => page.getByRole("textbox", { name: "Heading" });
const bar = (page: Page) => page.locator(".save-bar");
const state = (page: Page) => bar(page).locator(".badge");
const action = (page: Page, name: string) => bar(page).getByRole("button", { name, exact: true });
const told = (page: Page, words: string) => page.getByRole("status").filter({ hasText: words });

/** Creates a post and opens it, with the cursor at the end of its text. */
async function write(page: Page, url: string, fields: Partial<PostFields> = {}) {
  const api = await AdminApi.signIn(url);
  const content = "<p>What log files know</p>";
  const post = await api.create({ title: "A post", slug: "a-post", content, ...fields });
  await open(page, `/admin/blog/edit/${post.id}`);
  await expect(tool(page, "Bold")).toBeEnabled();
  await text(page).click();
  await page.keyboard.press("ControlOrMeta+End");
  const stored = async () => (await api.send("GET", `/api/admin/posts/${post.id}`)).json();
  return { stored };
}

/** Opens the list with five drafts in its first rows, then selects and deletes them. */
async function openFive(page: Page, url: string) {
  const api = await AdminApi.signIn(url);
  for (const title of ["Five", "Four", "Three", "Two", "One"])
    await api.create({ title, slug: title.toLowerCase(), published: false });
  await open(page, "/admin/blog");
}
async function deleteFive(page: Page) {
  await page.getByRole("checkbox", { name: "Select One" }).click();
  await page.getByRole("checkbox", { name: "Select Five" }).click({ modifiers: ["Shift"] });
  await page
    .getByRole("region", { name: "Selected posts" })
    .getByRole("button", { name: "Delete" })
    .click();
  await expect(told(page, "5 posts deleted.")).toBeVisible();
}

test("every job of docs/writing.md is counted", () => {
  const source = readFileSync(new URL(import.meta.url), "utf8");
  const counted = [...source.matchAll(/^test\("([A-Z][^"]+)"/gm)].map(([, name]) => name);
  expect(counted).toEqual([...promisedClicks().keys()]);
});

test("New post to published", async ({ page, site, count }) => {
  await open(page, "/admin/blog");
  await count(async () => {
    await page.getByRole("link", { name: "New Post" }).click();
    await expect(heading(page), "the cursor is in the heading").toBeFocused();
    await expect(tool(page, "Bold")).toBeEnabled();
    await page.keyboard.type("What log files know");
    await page.keyboard.press("Enter");
    await page.keyboard.type("More than one would think.");
    await action(page, "Publish").click();
    // The search check objects to a text of one line.
    await publishAnyway(page);
    await expect(state(page)).toHaveText("Live");
  });
  expect((await fetch(`${site.url}/blog/what-log-files-know`)).status).toBe(200);
});

test("Preview", async ({ page, site, count }) => {
  await write(page, site.url, { published: false });
  await page.keyboard.type(", and more");
  await count(async () => {
    const opened = page.waitForEvent("popup");
    await action(page, "Preview (opens in a new tab)").click();
    await expect((await opened).getByRole("article")).toContainText("files know, and more");
  });
});

test("View live, from the editor", async ({ page, site, count }) => {
  await write(page, site.url);
  await count(async () => {
    const opened = page.waitForEvent("popup");
    await bar(page).getByRole("link", { name: "View the post" }).click();
    await expect(await opened).toHaveURL(`${site.url}/blog/a-post`);
  });
});

test("View live, from the list", async ({ page, site, count }) => {
  await open(page, "/admin/blog");
  await count(async () => {
    const opened = page.waitForEvent("popup");
    await page.getByRole("link", { name: "/blog/log-files (opens in a new tab)" }).click();
    await expect(await opened).toHaveURL(`${site.url}/blog/log-files`);
  });
});

test("Save and go on", async ({ page, site, count }) => {
  const { stored } = await write(page, site.url);
  await count(async () => {
    await page.keyboard.type(", once");
    await page.keyboard.press("ControlOrMeta+s");
    await expect(page.getByText("Post updated successfully!", { exact: true })).toBeVisible();
    await page.keyboard.type(", and again");
  });
  expect(await stored()).toMatchObject({ content: "<p>What log files know, once</p>" });
  await expect(text(page)).toHaveText("What log files know, once, and again");
});

test("Unpublish", async ({ page, site, count }) => {
  await write(page, site.url);
  await count(async () => {
    await action(page, "Unpublish").click();
    await expect(state(page)).toHaveText("Draft");
  });
  expect((await fetch(`${site.url}/blog/a-post`)).status).toBe(404);
});

test("Delete five posts", async ({ page, site, count }) => {
  await openFive(page, site.url);
  await count(() => deleteFive(page));
  await expect(page.getByRole("checkbox", { name: "Select One" })).toHaveCount(0);
});

test("Undo the deletion", async ({ page, site, count }) => {
  await openFive(page, site.url);
  await deleteFive(page);
  await count(async () => {
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(told(page, "5 posts restored.")).toBeVisible();
  });
  await expect(page.getByRole("checkbox", { name: "Select One" })).toBeVisible();
});

test("Image with alt text", async ({ page, count }) => {
  await openNew(page);
  await text(page).click();
  const { name, mimeType, text: drawn } = drawing("chart.svg");
  await count(async () => {
    await page.keyboard.type("/image");
    await page.keyboard.press("Enter");
    const chooser = page.waitForEvent("filechooser");
    await page.getByRole("button", { name: "Upload images" }).click();
    await (await chooser).setFiles([{ name, mimeType, buffer: Buffer.from(drawn) }]);
    await expect(
      page.getByRole("textbox", { name: "What does chart.svg show?" }),
      "the cursor is where the text is asked for",
    ).toBeFocused();
    await page.keyboard.type("Clicks of a year");
    await page.keyboard.press("Enter");
    await expect(text(page).getByRole("img", { name: "Clicks of a year" })).toBeVisible();
    await expect(text(page), "and back in the text").toBeFocused();
  });
});

test("Link to another post", async ({ page, site, count }) => {
  const { stored } = await write(page, site.url);
  await count(async () => {
    await page.keyboard.press("ControlOrMeta+a");
    await page.keyboard.press("ControlOrMeta+k");
    await expect(page.getByRole("combobox", { name: "Link address" })).toBeFocused();
    await page.keyboard.type("topic maps");
    await expect(page.getByRole("option", { selected: true })).toContainText("/blog/topic-maps");
    await page.keyboard.press("Enter");
    await expect(text(page).getByRole("link", { name: "What log files know" })).toBeVisible();
  });
  await page.keyboard.press("ControlOrMeta+s");
  await expect
    .poll(async () => (await stored()).content)
    .toBe('<p><a href="/blog/topic-maps">What log files know</a></p>');
});

test("Change the address of a post", async ({ page, site, count }) => {
  await write(page, site.url);
  await count(async () => {
    await page.getByRole("textbox", { name: "URL Slug" }).click();
    await page.keyboard.press("ControlOrMeta+a");
    await page.keyboard.type("another-address");
    await page.keyboard.press("ControlOrMeta+s");
    await expect(page.getByText("Post updated successfully!", { exact: true })).toBeVisible();
  });
  const answer = await fetch(`${site.url}/blog/a-post`);
  expect(answer.url, "the old address leads to the new one").toBe(
    `${site.url}/blog/another-address`,
  );
});

test("Schedule", async ({ page, site, count }) => {
  await write(page, site.url, { published: false });
  const year = new Date().getFullYear() + 1;
  const date = page.getByLabel("Publish Date");
  await count(async () => {
    // On the first part of the field.
    await date.click({ position: { x: 22, y: 22 } });
    // "0101" is the same with day or month first. The year has space for six digits, so the arrow key ends it.
    await page.keyboard.type(`0101${year}`);
    await page.keyboard.press("ArrowRight");
    await page.keyboard.type("0900a");
    await expect(date).toHaveValue(`${year}-01-01T09:00`);
    await action(page, "Schedule").click();
    await scheduleAnyway(page);
    await expect(state(page)).toHaveText(`Scheduled for 1 Jan ${year}, 09:00`);
  });
});
