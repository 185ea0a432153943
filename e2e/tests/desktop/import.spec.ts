import type { Locator, Page } from "@playwright/test";
import { AdminApi, signInCookies } from "../../support/admin";
import { expectAccessible } from "../../support/axe";
import { open } from "../../support/pages";
import { expect, test } from "../../support/test";

const CALL = "**/api/admin/posts/import";

interface TestFile {
  name: string;
  mimeType: string;
  buffer: Buffer;
}
const file = (content: unknown, name = "posts.json"): TestFile => ({
  name,
  mimeType: name.endsWith(".json") ? "application/json" : "text/plain",
  buffer: Buffer.from(typeof content === "string" ? content : JSON.stringify(content)),
});
const POSTS = [
  { title: "Sitemaps that tell the truth", slug: "true-sitemaps", content: "<p>One.</p>" },
  { title: "Redirects, counted", published: false, content: "<p>Two.</p>" },
];

async function openDialog(page: Page): Promise<Locator> {
  await page.getByRole("button", { name: "Import JSON" }).click();
  const dialog = page.getByRole("dialog", { name: "Import JSON" });
  await expect(dialog).toBeVisible();
  return dialog;
}

const rowOf = (page: Page, title: string) =>
  page.getByRole("table", { name: "Blog posts" }).getByRole("row").filter({ hasText: title });

const choose = (dialog: Locator, ...files: TestFile[]) =>
  dialog.locator("input[type=file]").setInputFiles(files);

/** Drops files onto the dialog's drop zone, as from a file manager. */
async function drop(page: Page, ...files: TestFile[]): Promise<void> {
  const transfer = await page.evaluateHandle(
    (all) => {
      const data = new DataTransfer();
      for (const { name, mimeType, text } of all) {
        data.items.add(new File([text], name, { type: mimeType }));
      }
      return data;
    },
    files.map(({ name, mimeType, buffer }) => ({ name, mimeType, text: buffer.toString() })),
  );
  const zone = page.locator(".drop-zone");
  await zone.dispatchEvent("dragenter", { dataTransfer: transfer });
  await zone.dispatchEvent("drop", { dataTransfer: transfer });
}

async function upload(dialog: Locator, content: unknown): Promise<void> {
  await choose(dialog, file(content));
  await expect(dialog.getByText("File selected")).toBeVisible();
  await dialog.getByRole("button", { name: "Upload Posts" }).click();
}

test.describe("writing", () => {
  test.use({ data: "own" });
  test.beforeEach(async ({ page }) => signInCookies(page));

  test("a file becomes posts: select, upload, submit, done", async ({ page, site }) => {
    await page.clock.install();
    await open(page, "/admin/blog");
    const dialog = await openDialog(page);
    await expectAccessible(page);
    await upload(dialog, POSTS);
    await expect(dialog.getByText("Upload successful")).toBeVisible();
    await expect(dialog.getByText("Processed 2 post(s). Ready for submission.")).toBeVisible();
    await expect(dialog.getByRole("status").filter({ hasText: "posts ready" })).toHaveText(
      "2 posts ready",
    );
    const second = dialog.getByRole("row").filter({ hasText: "Redirects, counted" });
    await expect(second).toContainText("redirects-counted-…");
    await expect(second).toContainText("Draft");
    await expectAccessible(page);

    // From here on the clock is stopped.
    await page.clock.pauseAt(Date.now() + 60_000);
    const calls: unknown[] = [];
    page.on("request", (request) => {
      if (request.url().endsWith("/posts/import")) calls.push(request.postDataJSON());
    });
    await dialog.getByRole("button", { name: "Submit Posts" }).click();
    await expect(dialog.getByText("Success!")).toBeVisible();
    expect(calls).toEqual(POSTS);
    await page.clock.runFor(1900);
    await expect(dialog).toBeVisible();
    await page.clock.runFor(200);
    await expect(dialog).toBeHidden();
    await expect(rowOf(page, "Sitemaps that tell the truth")).toBeVisible();
    await expect(rowOf(page, "Redirects, counted")).toBeVisible();
    expect((await fetch(`${site.url}/blog/true-sitemaps`)).status).toBe(200);

    const fresh = await openDialog(page);
    await expect(fresh.getByRole("button", { name: "Upload Posts" })).toBeVisible();
    await expect(fresh.getByText("posts.json")).toBeHidden();
  });

  test("failed posts are listed, and can be downloaded as a file", async ({ page, site }) => {
    const api = await AdminApi.signIn(site.url);
    await api.create({ title: "Here already", slug: "here-already" });
    await open(page, "/admin/blog");
    const dialog = await openDialog(page);
    const twin = { title: "A second one", slug: "here-already" };
    const misfiled = { title: "Misfiled", section_tags: ["News"] };
    await upload(dialog, [twin, POSTS[0], misfiled]);
    await dialog.getByRole("checkbox", { name: "A second one" }).check();
    await dialog.getByRole("button", { name: "Submit Posts" }).click();
    await expect(dialog.getByRole("alert")).toContainText("Partial Success");
    await expect(dialog.getByRole("alert")).toContainText("2 out of 3 posts published. 1 failed.");
    const reasons = dialog.getByRole("region", { name: "Posts that failed" });
    await expect(reasons.getByRole("listitem")).toHaveCount(1);
    const warned = dialog.getByRole("region", { name: "Posts imported with a warning" });
    await expect(warned).toContainText("Misfiled");
    await expect(warned).toContainText("Unknown section tags left out: News");
    await expectAccessible(page);

    const downloading = page.waitForEvent("download");
    await dialog.getByRole("button", { name: "Download the failed ones" }).click();
    const stream = await (await downloading).createReadStream();
    let text = "";
    for await (const chunk of stream) text += String(chunk);
    expect(JSON.parse(text)).toEqual([twin]);

    await dialog.getByRole("button", { name: "Done" }).click();
    await expect(dialog).toBeHidden();
    await expect(rowOf(page, "Sitemaps that tell the truth")).toBeVisible();
  });

  test("posts that cannot be imported come first and are left out", async ({ page, site }) => {
    const api = await AdminApi.signIn(site.url);
    await api.create({ title: "Here already", slug: "here-already" });
    await open(page, "/admin/blog");
    const dialog = await openDialog(page);
    const content = "<p>Words</p>";
    await upload(dialog, [
      { title: "A second one", slug: "here-already", content },
      POSTS[0],
      { title: "Misfiled", section_tags: ["News"], content },
    ]);
    const taken = dialog.getByRole("checkbox", { name: "A second one" });
    await expect(taken).not.toBeChecked();
    await expect(taken).toHaveAccessibleDescription("This URL slug is already in use");
    const misfiled = dialog.getByRole("checkbox", { name: "Misfiled" });
    await expect(misfiled).toBeChecked();
    await expect(misfiled).toHaveAccessibleDescription("Unknown section tags left out: News");
    await expect(dialog.getByRole("status").filter({ hasText: "posts ready" })).toHaveText(
      "2 posts ready",
    );
    await expectAccessible(page);
    await dialog.getByRole("button", { name: "Submit Posts" }).click();
    await expect(dialog.getByRole("alert")).toContainText(
      "2 out of 3 posts published. 1 failed (1 left out because of errors).",
    );
    await expect(
      dialog.getByText("2 of 3 imported; 1 was left out because of errors."),
    ).toBeVisible();
    const leftOut = dialog.getByRole("region", { name: "Posts left out because of errors" });
    await expect(leftOut).toContainText("This URL slug is already in use");
    await expectAccessible(page);
  });

  test("a post can be left out, and without any there is nothing to submit", async ({ page }) => {
    await open(page, "/admin/blog");
    const dialog = await openDialog(page);
    await upload(dialog, POSTS);
    await expect(dialog.getByRole("checkbox").first()).toBeVisible();
    for (const box of await dialog.getByRole("checkbox").all()) await box.uncheck();
    await dialog.getByRole("button", { name: "Submit Posts" }).click();
    await expect(dialog.getByRole("alert")).toContainText("No posts to submit");
    await dialog.getByRole("checkbox", { name: "Sitemaps that tell the truth" }).check();
    await dialog.getByRole("button", { name: "Submit Posts" }).click();
    await expect(dialog.getByRole("status").filter({ hasText: "Success!" })).toContainText(
      "1 post published.",
    );
  });

  test("the dialog cannot be closed during the import, and Cancel stops after the current post", async ({
    page,
  }) => {
    let letGo = () => {};
    const held = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    let calls = 0;
    await page.route(CALL, async (route) => {
      calls += 1;
      await held;
      await route.continue();
    });
    await open(page, "/admin/blog");
    const dialog = await openDialog(page);
    await upload(dialog, POSTS);
    await dialog.getByRole("button", { name: "Submit Posts" }).click();
    await expect(dialog.getByText("Submitting post 1 of 2")).toBeVisible();
    await expect(dialog.getByRole("progressbar", { name: "Posts submitted" })).toBeVisible();
    await expectAccessible(page);
    for (let times = 0; times < 3; times++) await page.keyboard.press("Escape");
    await expect(dialog.getByRole("alert")).toContainText("Please wait");
    await dialog.getByRole("button", { name: "Dismiss" }).click();
    await dialog.getByRole("button", { name: "Close" }).click();
    await expect(dialog.getByRole("alert")).toContainText("Please wait");
    await expect(dialog).toBeVisible();

    await dialog.getByRole("button", { name: "Cancel" }).click();
    letGo();
    await expect(dialog.getByRole("alert")).toContainText(
      "1 out of 2 posts published. 1 not sent.",
    );
    expect(calls).toBe(1);
    await page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();
    await expect(page.getByRole("button", { name: "Import JSON" })).toBeFocused();
  });
});

test.describe("reading", () => {
  test.beforeEach(async ({ page }) => {
    await signInCookies(page);
    await open(page, "/admin/blog");
  });

  test("broken JSON is repaired, with a note", async ({ page }) => {
    const dialog = await openDialog(page);
    await upload(dialog, '[{"title": "One",} {"title": "Say "when" twice"},]');
    await expect(
      dialog.getByText("Original JSON had syntax errors but was automatically fixed."),
    ).toBeVisible();
    await expect(dialog.getByRole("checkbox")).toHaveCount(2);
    await expectAccessible(page);
    await dialog.getByRole("button", { name: "Start over" }).click();
    await expect(dialog.getByRole("button", { name: "Upload Posts" })).toBeVisible();
  });

  test("a file without posts is reported, and another can be chosen", async ({ page }) => {
    const dialog = await openDialog(page);
    await dialog.getByRole("button", { name: "Upload Posts" }).click();
    await expect(dialog.getByRole("alert")).toContainText("No file selected");
    await upload(dialog, "Dear editor, the posts are in the other file");
    await expect(dialog.getByRole("alert")).toContainText("Upload failed");
    await expect(dialog.getByRole("alert")).toContainText("Failed to process JSON file");
    await upload(dialog, '[{"title": "One"},\n{"title": "Two", "content": "<p>This is cut');
    await expect(dialog.getByRole("alert")).toContainText("line 2 is not valid");
    await upload(dialog, "[]");
    await expect(dialog.getByRole("alert")).toContainText("No valid posts found");
    await upload(dialog, POSTS);
    await expect(dialog.getByText("Upload successful")).toBeVisible();
  });

  test("only a single JSON file is accepted, dropped or chosen", async ({ page }) => {
    const dialog = await openDialog(page);
    const refused = dialog.getByRole("alert");
    await choose(dialog, file(POSTS, "posts.txt"));
    await expect(refused).toContainText("Invalid file");
    await expect(refused).toContainText("Please upload a JSON file");
    await drop(page, file(""));
    await expect(refused).toContainText("The file is empty.");
    await drop(page, file(POSTS), file(POSTS, "more.json"));
    await expect(refused).toContainText("One file at a time, please.");
    // Whatever its MIME type, only the file name counts.
    await drop(page, { ...file(POSTS, "posts.txt"), mimeType: "application/json" });
    await expect(refused).toContainText("Please upload a JSON file");
    await drop(page, { ...file(POSTS), mimeType: "" });
    await expect(dialog.getByText("File selected")).toBeVisible();
    await expect(dialog.locator(".drop-zone")).toContainText("posts.json");
  });

  test("the keyboard reaches the file picker", async ({ page }) => {
    const dialog = await openDialog(page);
    const button = dialog.getByRole("button", { name: "Select a file" });
    const pick = async () => {
      const picking = page.waitForEvent("filechooser", { timeout: 1_000 });
      await button.press("Enter");
      return (await picking).isMultiple();
    };
    // The browser opens a file picker only if the key counts as a user activation.
    await expect.poll(() => pick().catch(() => null)).toBe(false);
  });

  test("on a phone the posts are below each other, without horizontal scrolling", async ({
    page,
  }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    const dialog = await openDialog(page);
    await upload(dialog, POSTS);
    await expect(dialog.getByRole("checkbox")).toHaveCount(2);
    expect(await dialog.evaluate((box) => box.scrollWidth - box.clientWidth)).toBe(0);
    await expectAccessible(page);
  });
});
