import { readFileSync } from "node:fs";
import { AdminApi, signInCookies } from "../../support/admin";
import { expectAccessible } from "../../support/axe";
import {
  countTogether,
  html,
  mode,
  openNew,
  paste,
  showHtml,
  text,
  tool,
} from "../../support/editor";
import { open } from "../../support/pages";
import { expect, test } from "../../support/test";

const FIXTURES = new URL(
  "../../../web/src/features/admin/post-editor/visual/fixtures/",
  import.meta.url,
);
/** Clipboard contents from other programs, and the expected results. */
const fixture = (name: string): string => readFileSync(new URL(`${name}.txt`, FIXTURES), "utf8");

test.use({ data: "own" });
test.beforeEach(async ({ page }) => signInCookies(page));

test("the editor says that it is being initialised for half a second", async ({ page }) => {
  await page.clock.install();
  await page.goto("/admin/blog/new");
  const waiting = page.getByText("Initializing editor...");
  await expect(waiting).toBeVisible();
  await page.clock.runFor(600);
  await expect(text(page)).toBeVisible();
  await expect(waiting).toBeHidden();
  const box = await text(page).boundingBox();
  expect(box?.height).toBeGreaterThanOrEqual(250);
});

test("the editor replaces the waiting text at once, so that the form below does not jump", async ({
  page,
}) => {
  await page.clock.install();
  await page.goto("/admin/blog/new");
  await expect(page.getByText("Initializing editor...")).toBeVisible();
  const met = await countTogether(page, ".visual-text", ".visual-wait");
  await page.clock.runFor(600);
  await expect(text(page)).toBeVisible();
  await expect(page.locator(".visual-wait")).toHaveCount(0);
  expect(await met.jsonValue()).toEqual({ both: 0 });
});

test("the buttons of the toolbar change the HTML, and show what is active at the cursor", async ({
  page,
}) => {
  await openNew(page);
  await text(page).click();
  await tool(page, "Header 3").click();
  await page.keyboard.type("A heading");
  await expect(tool(page, "Header 3")).toHaveAttribute("aria-pressed", "true");
  await expect(tool(page, "Header 2")).toHaveAttribute("aria-pressed", "false");
  await page.keyboard.press("Enter");
  for (const [name, word] of [
    ["Bold", "b"],
    ["Italic", "i"],
    ["Underline", "u"],
    ["Strikethrough", "s"],
  ] as const) {
    await tool(page, name).click();
    await page.keyboard.type(word);
    await tool(page, name).click();
    await page.keyboard.type(" ");
  }
  await page.keyboard.press("Enter");
  await tool(page, "Bullet list").click();
  await page.keyboard.type("One");
  await page.keyboard.press("Enter");
  await page.keyboard.type("Two");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Enter");
  await tool(page, "Ordered list").click();
  await page.keyboard.type("First");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Enter");
  await tool(page, "Blockquote").click();
  await page.keyboard.type("Said");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Add Page Break" }).click();
  await tool(page, "Code block").click();
  await page.keyboard.type("let a;");
  expect((await html(page)).split("\n")).toEqual([
    "<h3>A heading</h3>",
    "<p><strong>b</strong> <em>i</em> <u>u</u> <s>s</s> </p>",
    "<ul><li>One</li><li>Two</li></ul>",
    "<ol><li>First</li></ol>",
    "<blockquote><p>Said</p></blockquote>",
    "<!-- pagebreak -->",
    "<pre><code>let a;</code></pre>",
  ]);
});

test("formatting can be removed, and a link set, changed and removed", async ({ page }) => {
  await openNew(page);
  await text(page).click();
  await page.keyboard.type("Log files");
  await page.keyboard.press("ControlOrMeta+a");
  await tool(page, "Bold").click();
  await tool(page, "Link").click();
  const address = page.getByRole("combobox", { name: "Link address" });
  await expect(address).toBeFocused();
  await address.fill("javascript:alert(1)");
  await address.press("Enter");
  await expect(address).toHaveAccessibleDescription(/mailto: or tel:/);
  await address.fill("https://example.org/");
  await address.press("Enter");
  await expect(text(page).getByRole("link", { name: "Log files" })).toBeVisible();
  await expect(tool(page, "Link")).toHaveAttribute("aria-pressed", "true");
  await tool(page, "Link").click();
  await expect(address).toHaveValue("https://example.org/");
  await page.getByRole("button", { name: "Remove link" }).click();
  await expect(text(page).getByRole("link")).toHaveCount(0);
  await page.keyboard.press("ControlOrMeta+a");
  await tool(page, "Clean").click();
  expect(await html(page)).toBe("<p>Log files</p>");
});

test("the toolbar is one tab stop, with arrow keys between the tools", async ({ page }) => {
  await openNew(page);
  await tool(page, "Header 1").focus();
  await page.keyboard.press("ArrowRight");
  await expect(tool(page, "Header 2")).toBeFocused();
  await page.keyboard.press("End");
  await expect(tool(page, "Clean")).toBeFocused();
  await page.keyboard.press("ArrowRight");
  await expect(tool(page, "Header 1")).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(text(page)).toBeFocused();
});

test("a table can be inserted and get another row", async ({ page }) => {
  await openNew(page);
  await text(page).click();
  await tool(page, "Table").click();
  await page.keyboard.type("Head");
  await page.getByRole("button", { name: "Add row" }).click();
  await page.getByRole("button", { name: "Delete column" }).click();
  await expect(text(page).getByRole("row")).toHaveCount(4);
  await expect(text(page).getByRole("row").first().getByRole("columnheader")).toHaveCount(2);
  await page.getByRole("button", { name: "Header row" }).click();
  await expect(text(page).getByRole("columnheader")).toHaveCount(0);
  await page.getByRole("button", { name: "Delete table" }).click();
  await expect(text(page).getByRole("table")).toHaveCount(0);
});

for (const from of ["word", "google-docs"]) {
  test(`what is pasted from ${from} is what its writer meant`, async ({ page, faults }) => {
    // Pasted content from Word refers to images on the computer where it was written.
    faults.allow(/Not allowed to load local resource/);
    await openNew(page);
    await text(page).click();
    await paste(page, fixture(from));
    expect(await html(page)).toBe(fixture(`${from}.clean`).trim());
    if (from === "word") {
      await expect(page.getByRole("alert")).toContainText("Upload failed");
      await expect(page.getByRole("alert")).toContainText("is on another computer");
    }
  });
}

test("switching to HTML mode and back does not change anything in a stored post", async ({
  page,
  site,
}) => {
  const api = await AdminApi.signIn(site.url);
  const post = await api.create({
    title: "With everything",
    slug: "with-everything",
    content:
      '<h2 id="categories">Own anchor</h2><figure><img src="/images/blog_thumbnail_placeholder.webp" alt="F"><figcaption>Seen</figcaption></figure>' +
      '<p>A <a href="https://example.org/" rel="nofollow">link</a> and <kbd>Ctrl</kbd></p><!-- pagebreak --><details><summary>More</summary><p>Folded</p></details>' +
      "<table><thead><tr><th>A</th></tr></thead><tbody><tr><td>1</td></tr></tbody></table><dl><dt>T</dt><dd>D</dd></dl>",
  });
  await open(page, `/admin/blog/edit/${post.id}`);
  await expect(text(page)).toContainText("Not editable here.");
  await expect(text(page)).toContainText("Page break");
  await expect(page.locator("#categories")).toHaveCount(1);
  await expectAccessible(page);
  expect(await html(page)).toBe(post.content);
  await mode(page, "Visual").click();
  await expect(text(page)).toContainText("Own anchor");
  await expect(page.getByText("Unsaved changes")).toHaveCount(0);

  await text(page).getByText("link", { exact: true }).click();
  await page.keyboard.press("End");
  await page.keyboard.type(" more");
  await page.keyboard.press("ControlOrMeta+s");
  await expect(page.getByText("Post updated successfully!").first()).toBeVisible();
  const stored = (await (await api.send("GET", `/api/admin/posts/${post.id}`)).json()) as {
    content: string;
  };
  const flat = (markup: string) => markup.replace(/\n/g, "");
  expect(flat(stored.content)).toBe(
    flat(post.content).replace("<kbd>Ctrl</kbd>", "<kbd>Ctrl more</kbd>"),
  );
});

test("undoing more steps than there are changes nothing, and all can be redone", async ({
  page,
  site,
}) => {
  const api = await AdminApi.signIn(site.url);
  const post = await api.create({ title: "Undo", slug: "undo", content: "<p>Start</p><hr>" });
  await open(page, `/admin/blog/edit/${post.id}`);
  await expect(tool(page, "Bold")).toBeEnabled();
  await text(page).getByText("Start").click();
  await page.keyboard.press("End");
  await page.keyboard.type(" typed");
  for (let time = 0; time < 4; time += 1) await page.keyboard.press("ControlOrMeta+z");
  await expect(text(page).locator("p").first()).toHaveText("Start");
  for (let time = 0; time < 4; time += 1) await page.keyboard.press("ControlOrMeta+Shift+z");
  await expect(text(page).locator("p").first()).toHaveText("Start typed");
});

test("undo continues across HTML mode, whose changes are one step", async ({ page, site }) => {
  const api = await AdminApi.signIn(site.url);
  const content = "<p>Start</p><hr>";
  const post = await api.create({ title: "Modes", slug: "modes", content });
  await open(page, `/admin/blog/edit/${post.id}`);
  await expect(tool(page, "Bold")).toBeEnabled();
  const first = text(page).locator("p").first();
  const undo = async () => {
    await first.click();
    await page.keyboard.press("ControlOrMeta+z");
  };
  await first.click();
  await page.keyboard.press("End");
  await page.keyboard.type(" typed");
  // Nothing has changed.
  await showHtml(page);
  await mode(page, "Visual").click();
  await expect(first).toHaveText("Start typed");
  await page.getByRole("button", { name: "Find", exact: true }).click();
  await page.getByRole("textbox", { name: "Find", exact: true }).fill("Start");
  await expect(page.locator(".find-match")).toHaveCount(1);
  await showHtml(page);
  await text(page).fill("<p>Start <b>typed</b></p><h2>New</h2><p>Other</p>");
  await mode(page, "Visual").click();
  await expect(text(page).locator("h2")).toHaveText("New");
  await expect(first.locator("b")).toHaveText("typed");
  await expect(page.locator(".find-match")).toHaveCount(0);

  await undo();
  await expect(text(page).locator("h2, b")).toHaveCount(0);
  await expect(text(page).locator("hr")).toHaveCount(1);
  await expect(first).toHaveText("Start typed");
  await undo();
  await expect(first).toHaveText("Start");
  await expect(page.getByText("Unsaved changes")).toHaveCount(0);
  await page.keyboard.press("ControlOrMeta+Shift+z");
  await page.keyboard.press("ControlOrMeta+Shift+z");
  await expect(text(page).locator("h2")).toHaveText("New");
  expect(await html(page)).toBe("<p>Start <b>typed</b></p><h2>New</h2><p>Other</p>");
});

test("typed text is never covered by the bars, in either mode", async ({ page }) => {
  await openNew(page);
  const gap = () =>
    page.evaluate(() => {
      const caret = getSelection()?.getRangeAt(0).startContainer;
      const line = (caret instanceof Element ? caret : caret?.parentElement)?.closest(
        "p, .cm-line",
      );
      const box = line?.getBoundingClientRect() ?? new DOMRect();
      const bars = [".visual-bar", ".admin-bar", ".save-bar"].map((name) =>
        document.querySelector(name)?.getBoundingClientRect(),
      );
      const top = Math.max(bars[0]?.bottom ?? 0, bars[1]?.bottom ?? 0);
      return Math.min(box.top - top, (bars[2]?.top ?? 0) - box.bottom);
    });
  /** Returns the distance from the bars at which the browser stops scrolling by itself, before the editor does. */
  const room = () =>
    page.evaluate(() => {
      const { scrollPaddingTop, scrollPaddingBottom } = getComputedStyle(document.documentElement);
      const [visual = 0, admin = 0, save = 0] = [".visual-bar", ".admin-bar", ".save-bar"].map(
        (name) => document.querySelector(name)?.clientHeight,
      );
      return Math.min(
        Number.parseFloat(scrollPaddingTop) - admin - visual,
        Number.parseFloat(scrollPaddingBottom) - save,
      );
    });
  for (const show of [() => text(page).click(), () => mode(page, "HTML mode").click()]) {
    await show();
    expect(await room()).toBeGreaterThan(0);
    await text(page).click();
    for (let count = 0; count < 40; count += 1) await page.keyboard.press("Enter");
    await page.keyboard.type("Last");
    await expect.poll(gap).toBeGreaterThanOrEqual(0);
    for (let count = 0; count < 35; count += 1) await page.keyboard.press("ArrowUp");
    await expect.poll(gap).toBeGreaterThanOrEqual(0);
  }
});

test("a post that does not exist is reported, and leads to the list", async ({ page, faults }) => {
  faults.allowStatus(404);
  await page.goto("/admin/blog/edit/00000000-0000-7000-8000-000000000000");
  await expect(page).toHaveURL(/\/admin\/blog$/);
  await expect(page.getByText("Could not find the requested post")).toBeVisible();
});

test("a key typed in a long article costs no more than a frame", async ({ page, site }) => {
  const api = await AdminApi.signIn(site.url);
  const paragraph = `<p>${"Words of a long article. ".repeat(20)}</p>`;
  const post = await api.create({
    title: "Ten thousand words",
    slug: "ten-thousand-words",
    content: paragraph.repeat(100),
  });
  await open(page, `/admin/blog/edit/${post.id}`);
  await expect(text(page)).toContainText("Words of a long article.");
  await text(page).locator("p").nth(50).click();
  const costs = await text(page).evaluate(async (element) => {
    const took: number[] = [];
    for (let count = 0; count < 40; count += 1) {
      const before = performance.now();
      document.execCommand("insertText", false, "x");
      element.getBoundingClientRect();
      took.push(performance.now() - before);
      await new Promise((resolve) => requestAnimationFrame(resolve));
    }
    return took.sort((a, b) => a - b);
  });
  expect(costs[20], `milliseconds a key: ${costs.join()}`).toBeLessThan(16);
  await expect(page.getByText("Unsaved changes")).toBeVisible();
});

test("the help on the canonical URL opens after 300 ms of hovering and closes after 100", async ({
  page,
}) => {
  await page.clock.install();
  await openNew(page);
  await page.clock.pauseAt(Date.now() + 60_000);
  const help = page.getByRole("button", { name: "About this address" });
  const card = page.getByRole("tooltip");
  await help.hover();
  await page.clock.runFor(290);
  await expect(card).toBeHidden();
  await page.clock.runFor(20);
  await expect(card).toContainText("Must be a full URL");
  await page.mouse.move(0, 0);
  await page.clock.runFor(90);
  await expect(card).toBeVisible();
  await page.clock.runFor(20);
  await expect(card).toBeHidden();
  await help.focus();
  await page.keyboard.press("Shift+Tab");
  await page.keyboard.press("Tab");
  await expect(card).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(card).toBeHidden();
});
