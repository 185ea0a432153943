import type { Page } from "@playwright/test";
import { AdminApi, signInCookies } from "../../support/admin";
import { expectAccessible } from "../../support/axe";
import { text } from "../../support/editor";
import { open } from "../../support/pages";
import { countShifts } from "../../support/shifts";
import { expect, test } from "../../support/test";

test.use({ data: "own" });
test.beforeEach(async ({ page }) => signInCookies(page));

const SECTIONS = [
  ["Blog Posts", "/admin/blog"],
  ["Media", "/admin/media"],
  ["Enquiries", "/admin/enquiries"],
  ["Bookings", "/admin/bookings"],
  ["Subscribers", "/admin/subscribers"],
  ["Settings", "/admin/settings"],
  ["Account", "/admin/account"],
] as const;

/** Returns elements that are wider than the window, and controls that are too small to touch. */
const misfits = (page: Page) =>
  page.evaluate(() => {
    const wide = document.documentElement.scrollWidth - innerWidth;
    const small = [...document.querySelectorAll(".admin-bar :is(a, button)")]
      .map((one) => one.getBoundingClientRect())
      .filter(({ width, height }) => width < 44 || height < 44);
    return { wide, small };
  });

test("every section is large enough to touch, and the current one is marked and visible", async ({
  page,
}) => {
  for (const width of [320, 360, 390]) {
    await page.setViewportSize({ width, height: 800 });
    for (const [label, path] of SECTIONS) {
      await open(page, path);
      const link = page
        .getByRole("navigation", { name: "Admin" })
        .getByRole("link", { name: label });
      await expect(link).toHaveAttribute("aria-current", "page");
      await expect(link).toBeInViewport({ ratio: 1 });
      expect(await misfits(page), `${path} at ${width}`).toEqual({ wide: 0, small: [] });
    }
  }
});

test("the current page of the settings is visible, and so is the chosen filter", async ({
  page,
}) => {
  for (const [path, row, label] of [
    ["/admin/audit", "Settings", "Audit log"],
    ["/admin/health", "Settings", "Site health"],
    ["/admin/settings", "Settings", "Site details"],
    ["/admin/blog?status=trash", "Status", /^Trash/],
  ] as const) {
    await open(page, path);
    const link = page.getByRole("navigation", { name: row }).getByRole("link", { name: label });
    await expect(link).toBeInViewport({ ratio: 1 });
    expect(await page.evaluate(() => scrollY)).toBe(0);
  }
  const settings = page.getByRole("navigation", { name: "Settings" });
  await open(page, "/admin/settings");
  await settings.getByRole("link", { name: "Staff" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Staff" })).toBeVisible();
  await expect(settings.getByRole("link", { name: "Staff" })).toBeInViewport({ ratio: 1 });
});

test("the filters of the audit log fit the narrowest window", async ({ page }) => {
  for (const width of [320, 360, 390]) {
    await page.setViewportSize({ width, height: 800 });
    await open(page, "/admin/audit");
    const over = await page.locator(".audit-filters").evaluate((filters) => {
      const { right } = filters.getBoundingClientRect();
      return [...filters.querySelectorAll("input, select")].filter(
        (field) => field.getBoundingClientRect().right > right,
      ).length;
    });
    expect(over, `fields wider than the page at ${width}`).toBe(0);
  }
});

test("the bar stays from page to page, and its sections scroll only when another is opened", async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 800 });
  await open(page, "/admin/blog");
  const bar = await page.locator(".admin-bar").elementHandle();
  const isShown = () => page.evaluate((one) => one === document.querySelector(".admin-bar"), bar);
  const sections = page.getByRole("navigation", { name: "Admin" });
  await sections.evaluate((row) => row.scrollTo({ left: 60, behavior: "instant" }));
  await page.getByRole("link", { name: "New Post" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Create New Post" })).toBeVisible();
  expect(await isShown()).toBe(true);
  expect(await sections.evaluate((row) => row.scrollLeft)).toBe(60);
  const media = sections.getByRole("link", { name: "Media" });
  await media.click();
  await expect(page.getByRole("heading", { level: 1, name: "Media Gallery" })).toBeVisible();
  expect(await isShown()).toBe(true);
  await expect(media).toHaveAttribute("aria-current", "page");
  await sections.getByRole("link", { name: "Account" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Account" })).toBeVisible();
  await expect(media).not.toBeInViewport();
  await page.goBack();
  await expect(page.getByRole("heading", { level: 1, name: "Media Gallery" })).toBeVisible();
  expect(await isShown()).toBe(true);
  await expect(media).toBeInViewport({ ratio: 1 });
});

test("the search match is shown in the line of the title", async ({ page }) => {
  await open(page, "/admin/blog?search=million");
  const marks = page.locator(".post-cell a mark");
  await expect(marks.first()).toBeVisible();
  for (const mark of await marks.all()) {
    const lines = await mark.evaluate((element) => element.getClientRects().length);
    expect(lines).toBe(1);
    expect((await mark.boundingBox())?.height).toBeLessThan(30);
  }
});

test("in a window as low as with a zoom of 400 %, fields stay between the editor's bars", async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 256 });
  // A published post has most buttons in its bar.
  const list = await page.context().request.get("/api/admin/posts?status=live");
  const [post] = ((await list.json()) as { posts: { id: string }[] }).posts;
  await open(page, `/admin/blog/edit/${post?.id}`);
  await expect(page.getByRole("button", { name: "Bold" })).toBeEnabled();
  await page.getByRole("textbox", { name: "Heading", exact: true }).focus();
  for (let stop = 0; stop < 12; stop += 1) {
    await page.keyboard.press("Tab");
    /** Returns how much of it is visible between the bars; for a control in a bar, all of it. */
    const inSight = () =>
      page.evaluate(() => {
        const focused = document.activeElement;
        const box = focused?.getBoundingClientRect() ?? new DOMRect();
        if (focused?.closest(".save-bar, .admin-bar")) return box.height;
        const [above, below] = [".admin-bar", ".save-bar"].map((name) =>
          document.querySelector(name)?.getBoundingClientRect(),
        );
        const [top, bottom] = [above?.bottom ?? 0, below?.top ?? innerHeight];
        return Math.min(box.bottom, bottom) - Math.max(box.top, top);
      });
    await expect.poll(inSight, `stop ${stop + 1}`).toBeGreaterThanOrEqual(24);
  }
});

test("the lists of staff are accessible on a phone", async ({ page }) => {
  const [slot] = (
    (await (await page.context().request.get("/api/availability")).json()) as {
      slots: { start: string }[];
    }
  ).slots;
  const visitor = { name: "Anna Example", email: "anna@example.org", elapsed_ms: 5000 };
  await page.context().request.post("/api/bookings", { data: { start: slot?.start, ...visitor } });
  await page.context().request.post("/api/functions/send-contact-email", {
    data: { data: { type: "contact", message: "How long does it take?", ...visitor } },
  });
  for (const path of ["/admin/bookings", "/admin/enquiries"]) {
    await open(page, path);
    await page.getByText("Anna Example").click();
    await expect(page.getByRole("link", { name: "Reply by email" })).toBeVisible();
    await expectAccessible(page);
  }
});

test("nothing moves while the editor of a post loads over a slow connection", async ({
  page,
  site,
}) => {
  const api = await AdminApi.signIn(site.url);
  const content = `<p>Before.</p>${"<h2>A part</h2><p>Words of the part.</p>".repeat(60)}`;
  const post = await api.create({ title: "Long", slug: "long", content });
  // Style sheets come from the browser's cache then, and the form could be painted before all of it has arrived.
  await open(page, "/admin/blog/new");
  const shifts = await countShifts(page);
  const devtools = await page.context().newCDPSession(page);
  const network = { offline: false, latency: 0, uploadThroughput: -1 };
  await devtools.send("Network.emulateNetworkConditions", {
    ...network,
    downloadThroughput: 6_000,
  });
  await page.goto(`/admin/blog/edit/${post.id}`, { waitUntil: "domcontentloaded" });
  await devtools.send("Network.emulateNetworkConditions", { ...network, downloadThroughput: -1 });
  await expect(page.locator("#outline > summary")).toContainText("60 headings");
  await expect(text(page)).toBeVisible();
  // The folded part of the outline is drawn once more with the editor.
  await expect(page.locator("#outline li")).toHaveCount(60);
  expect(await shifts()).toBeLessThan(0.01);
});
