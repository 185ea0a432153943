import type { Page } from "@playwright/test";
import { AdminApi } from "../../support/admin";
import { expectAccessible } from "../../support/axe";
import {
  expectHydrated,
  expectPath,
  followLink,
  open,
  scrollTo,
  scrollTop,
  stopClock,
} from "../../support/pages";
import { expect, test } from "../../support/test";
import { Traffic } from "../../support/traffic";

const SEND = "**/api/functions/send-contact-email";

/** Answers every message and collects the request bodies. */
async function answerMessages(page: Page, status = 200, body: unknown = { error: null }) {
  const sent: Record<string, unknown>[] = [];
  await page.route(SEND, async (route) => {
    const { data } = route.request().postDataJSON() as { data: Record<string, unknown> };
    sent.push(data);
    await route.fulfill({ status, json: body });
  });
  return sent;
}

const notifications = (page: Page) => page.getByRole("region", { name: "Notifications" });
const toastOf = (page: Page) => notifications(page).getByRole("status");
const failureOf = (page: Page) => notifications(page).getByRole("alert");

const FAILURE = { error: { code: "internal", message: "" } };
const offsetOf = (page: Page, id: string) =>
  page.locator(`[id="${id}"]`).evaluate((element) => element.getBoundingClientRect().top);

test("the bar links to every page, and marks the current one", async ({ page }) => {
  await open(page, "/blog/log-files");
  const bar = page.getByRole("navigation", { name: "Main" });
  await expect(bar.getByRole("link")).toHaveText([
    "Home",
    "About",
    "SEO",
    "Services",
    "Blog",
    "Contact",
  ]);
  await expect(bar.getByRole("link", { name: "Blog" })).toHaveAttribute("aria-current", "true");
  await bar.getByRole("link", { name: "Contact" }).click();
  await expectPath(page, "/contact");
  await expect(bar.locator("[aria-current]")).toHaveText("Contact");
});

test("the footer lists the categories in two columns and the blog's collections", async ({
  page,
}) => {
  await open(page, "/");
  const footer = page.getByRole("contentinfo");
  const column = (name: string) =>
    footer.getByRole("navigation", { name, exact: true }).getByRole("link");
  await expect(column("Categories")).toHaveText([
    "Technical SEO",
    "Algorithm Updates",
    "Content Strategy",
    "Link Building",
    "Local SEO",
  ]);
  await expect(column("More Categories")).toHaveText([
    "Analytics & Data",
    "E-commerce SEO",
    "Mobile SEO",
  ]);
  const shelves = await column("The Crawl Log").evaluateAll((links) =>
    links.map((link) => `${link.textContent} ${link.getAttribute("href")}`),
  );
  expect(shelves).toEqual([
    "Blog Home /blog",
    "Latest Articles /blog?latest=true",
    "The Crawl Log /blog?section=SEO",
    "Inside the Index /blog?section=Technical%20SEO",
  ]);
  await expect(footer.getByRole("list", { name: "Elsewhere" }).getByRole("link")).toHaveText([
    "LinkedIn",
    "X",
  ]);
  await expect(footer).toContainText(`© ${new Date().getFullYear()} Found First`);
});

test.describe("Book an Audit", () => {
  const opener = (page: Page) =>
    page.getByRole("banner").getByRole("button", { name: "Book an Audit" });
  const modal = (page: Page) => page.getByRole("dialog", { name: "Book an Audit" });

  test("opens a dialog that traps the focus, closes on Escape and returns the focus", async ({
    page,
  }) => {
    const traffic = new Traffic(page);
    await open(page, "/services");
    traffic.clear();
    await opener(page).click();
    await expect(modal(page).getByLabel("Name")).toBeFocused();
    await expectAccessible(page);
    for (let step = 0; step < 12; step++) {
      await page.keyboard.press("Tab");
      const outside = await modal(page).evaluate((dialog) => {
        const { activeElement } = document;
        return activeElement !== document.body && !dialog.contains(activeElement);
      });
      expect(outside, `after ${step + 1} steps`).toBe(false);
    }
    await page.keyboard.press("Escape");
    await expect(modal(page)).toHaveCount(0);
    await expect(opener(page)).toBeFocused();
    await expectPath(page, "/services");
    expect(traffic.documents().concat(traffic.fetches())).toEqual([]);
  });

  test("keeps focused elements from being covered by its head, in both directions", async ({
    page,
  }) => {
    // Like a window of 1600 × 720 pixels at a zoom of 200 %, which still shows the bar's button.
    await page.setViewportSize({ width: 800, height: 360 });
    await open(page, "/services");
    await opener(page).click();
    const head = await modal(page)
      .locator(".dialog-head")
      .evaluate((element) => element.getBoundingClientRect().bottom);
    await modal(page).getByRole("link", { name: "privacy page" }).focus();
    for (const name of ["Book an Audit", "message", "website", "email", "name"]) {
      await page.keyboard.press("Shift+Tab");
      const focused = await page.evaluate(() => {
        const { activeElement: element } = document;
        const { top = 0 } = element?.getBoundingClientRect() ?? {};
        return { name: element?.getAttribute("name") ?? element?.textContent, top };
      });
      expect(focused.name).toBe(name);
      expect(focused.top, name).toBeGreaterThanOrEqual(head);
    }
  });

  test("opens by keyboard, as a button does", async ({ page }) => {
    await open(page, "/");
    await opener(page).focus();
    await page.keyboard.press("Space");
    await expect(modal(page)).toBeVisible();
    await modal(page).getByRole("button", { name: "Close" }).click();
    await expect(modal(page)).toHaveCount(0);
    await opener(page).press("Enter");
    await expect(modal(page)).toBeVisible();
  });

  test("shows errors at their fields, and sends valid input", async ({ page }) => {
    const sent = await answerMessages(page);
    await open(page, "/");
    await opener(page).click();
    const send = modal(page).getByRole("button", { name: "Book an Audit" });
    await send.click();
    await expect(modal(page).getByText("Name must be at least 2 characters")).toBeVisible();
    await expect(modal(page).getByText("Please enter a valid email address")).toBeVisible();
    await expect(modal(page).getByText("Website must be at least 5 characters")).toBeVisible();
    await expect(modal(page).getByLabel("Name")).toBeFocused();
    expect(sent).toEqual([]);

    await modal(page).getByLabel("Name").fill("Priya Raman");
    await modal(page).getByLabel("Email").fill("priya@halvening.example");
    await modal(page).getByLabel("Website").fill("halvening.example");
    await send.click();
    await expect(modal(page)).toHaveCount(0);
    await expect(toastOf(page)).toContainText("Your audit request has been sent!");
    expect(sent).toEqual([
      expect.objectContaining({
        type: "audit",
        name: "Priya Raman",
        email: "priya@halvening.example",
        website: "halvening.example",
      }),
    ]);
  });

  test("reports a failure inside the dialog, and keeps everything that was typed", async ({
    page,
    faults,
  }) => {
    faults.allowStatus(500);
    await answerMessages(page, 500, FAILURE);
    await open(page, "/");
    await opener(page).click();
    await modal(page).getByLabel("Name").fill("Priya Raman");
    await modal(page).getByLabel("Email").fill("priya@halvening.example");
    await modal(page).getByLabel("Website").fill("halvening.example");
    await modal(page).getByRole("button", { name: "Book an Audit" }).click();
    const toast = modal(page).getByRole("alert");
    await expect(toast).toHaveText("Failed to send your request. Please try again.");
    await expectAccessible(page);
    await expect(modal(page).getByLabel("Website")).toHaveValue("halvening.example");
    const send = modal(page).getByRole("button", { name: "Book an Audit" });
    await expect(send).toBeFocused();
    await toast.getByRole("button", { name: "Dismiss" }).press("Enter");
    await expect(toast).toBeEmpty();
    await expect(send).toBeFocused();
    await expect(modal(page)).toBeVisible();
  });
});

test.describe("the questions", () => {
  for (const path of ["/services", "/blog"])
    test(`can be asked on ${path} by a form, which is hidden until then and once it is sent`, async ({
      page,
    }) => {
      const sent = await answerMessages(page);
      await open(page, path);
      const opener = page.getByRole("button", { name: "Ask us a question" });
      const email = page.getByLabel("Your email");
      await expect(email).toBeHidden();
      await opener.click();
      const send = page.getByRole("button", { name: "Send question" });
      await expect(send).toBeDisabled();
      await email.fill("reader@site.example");
      await page.getByLabel("Your question").fill("   ");
      await expect(send).toBeDisabled();
      await page.getByLabel("Your question").fill("Do you read logs?");
      await expectAccessible(page);
      await send.click();
      await expect(toastOf(page)).toContainText(
        "Your question has been sent! We'll get back to you soon.",
      );
      await expect(email).toBeHidden();
      expect(sent).toEqual([
        expect.objectContaining({
          type: "footer",
          name: "FAQ Question",
          email: "reader@site.example",
          message: "Do you read logs?",
        }),
      ]);
      await opener.click();
      await expect(email).toHaveValue("");
      await expect(send).toBeDisabled();
    });

  test("show invalid addresses and failures", async ({ page, faults }) => {
    faults.allowStatus(500);
    await answerMessages(page, 500, FAILURE);
    await open(page, "/seo");
    await page.getByRole("button", { name: "Ask us a question" }).click();
    await page.getByLabel("Your email").fill("reader@");
    await page.getByLabel("Your question").fill("Do you read logs?");
    await page.getByRole("button", { name: "Send question" }).click();
    await expect(page.getByText("Please enter a valid email address")).toBeVisible();
    await page.getByLabel("Your email").fill("reader@site.example");
    await page.getByRole("button", { name: "Send question" }).click();
    await expect(failureOf(page)).toContainText("Failed to send your question. Please try again.");
    await expect(page.getByLabel("Your question")).toHaveValue("Do you read logs?");
  });
});

for (const path of ["/blog", "/blog/log-files"]) {
  test(`${path} takes an address for the newsletter`, async ({ page, faults }) => {
    faults.allowStatus(500);
    const sent = await answerMessages(page);
    await open(page, path);
    const form = page.getByRole("form", { name: "Newsletter" });
    await form.getByLabel("Email address").fill("reader@");
    await form.getByRole("button", { name: "Subscribe" }).click();
    await expect(form.getByText("Please enter a valid email address")).toBeVisible();
    await form.getByLabel("Email address").fill("reader@site.example");
    await form.getByRole("button", { name: "Subscribe" }).click();
    await expect(toastOf(page)).toContainText("Thank you for subscribing to our newsletter!");
    await expect(form).toContainText("follow the link in the email");
    expect(sent).toEqual([
      expect.objectContaining({
        type: "newsletter",
        name: "Newsletter Subscriber",
        email: "reader@site.example",
      }),
    ]);

    await page.unroute(SEND);
    await answerMessages(page, 500, FAILURE);
    await form.getByLabel("Email address").fill("other@site.example");
    await form.getByRole("button", { name: "Subscribe" }).click();
    await expect(failureOf(page)).toContainText("Failed to subscribe. Please try again.");
    await expect(form.getByLabel("Email address")).toHaveValue("other@site.example");
  });
}

test("the target of an address is scrolled to after 600 ms, on the about page after 500 ms", async ({
  page,
}) => {
  await stopClock(page);
  const startOf = (address: string) =>
    test.step(address, async () => {
      await page.goto(address);
      await expectHydrated(page);
      await page.clock.runFor(450);
      expect(await scrollTop(page)).toBe(0);
      await page.clock.runFor(140);
      const early = await scrollTop(page);
      await page.clock.runFor(1_200);
      expect(await scrollTop(page)).toBeGreaterThan(400);
      return early;
    });
  expect(await startOf("/about?scrollTo=our-timeline")).toBeGreaterThan(0);
  expect(await startOf("/seo?scrollTo=seo-faq")).toBe(0);
});

test("with reduced motion scrolling to a part of the page is not animated", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await open(page, "/seo#seo-faq");
  await expect.poll(() => offsetOf(page, "seo-faq")).toBeCloseTo(120, -1);
  await open(page, "/contact");
  await followLink(page, "/seo?scrollTo=seo-faq");
  await expectPath(page, "/seo?scrollTo=seo-faq");
  // Either the scroll has not started, or it has finished: there is no animation.
  await expect
    .poll(async () => {
      const top = await scrollTop(page);
      return top === 0 ? "at the top" : Math.round(await offsetOf(page, "seo-faq"));
    })
    .toBe(120);
});

for (const address of [
  "/seo?scrollTo=%22%3E%3Cscript%3Ealert(1)%3C/script%3E",
  "/seo?scrollTo=%E0%A4%A",
  "/seo#%E0%A4%A",
  "/seo#a[b='c\"]",
  "/about?scrollTo=",
  "/contact?scrollTo=__proto__#constructor",
]) {
  test(`${address} is a page like any other, shown from its top`, async ({ page }) => {
    await stopClock(page);
    await open(page, address);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await page.clock.runFor(2_000);
    expect(await scrollTop(page)).toBe(0);
  });
}

test("the link to the current page scrolls to its top over 600 ms", async ({ page }) => {
  await stopClock(page);
  await open(page, "/about");
  await scrollTo(page, 1000);
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "About" }).click();
  await page.clock.runFor(300);
  const half = await scrollTop(page);
  expect(half).toBeGreaterThan(50);
  expect(half).toBeLessThan(950);
  await page.clock.runFor(350);
  expect(await scrollTop(page)).toBe(0);
});

test.describe("an image that cannot be loaded", () => {
  test.use({ data: "own" });

  test("is replaced by the next candidate, even if it failed before the scripts were loaded", async ({
    page,
    site,
    faults,
  }) => {
    faults.allowStatus(404);
    const admin = await AdminApi.signIn(site.url);
    const answer = await admin.send("POST", "/api/admin/posts", {
      title: "A post whose picture is gone",
      slug: "picture-gone",
      published: true,
      featured_image: "/images/gone.webp",
    });
    expect(answer.status).toBe(201);

    const asked: string[] = [];
    let placeholder = true;
    await page.route(/\/images\/(gone|blog_thumbnail_placeholder)\./, async (route) => {
      const { pathname } = new URL(route.request().url());
      asked.push(pathname);
      if (pathname.includes("placeholder") && placeholder) await route.continue();
      else await route.fulfill({ status: 404, body: "" });
    });
    // Delays the scripts until the first image has failed.
    await page.route(/\/assets\/.*\.js$/, async (route) => {
      await expect.poll(() => asked.length).toBeGreaterThan(0);
      await route.continue();
    });
    await open(page, "/blog/picture-gone");
    const picture = page.locator("main .cover-photo");
    await expect
      .poll(() => picture.locator("img").evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBe(1200);
    expect(asked).toEqual(["/images/gone.webp", "/images/blog_thumbnail_placeholder.webp"]);

    placeholder = false;
    asked.length = 0;
    await page.reload();
    await expect(picture.getByText("Image unavailable")).toBeVisible();
    expect(asked).toEqual([
      "/images/gone.webp",
      "/images/blog_thumbnail_placeholder.webp",
      "/images/gone.png",
      "/images/gone.jpg",
    ]);
  });
});

test("the closing banner opens the about page and scrolls to the plan builder", async ({
  page,
}) => {
  const traffic = new Traffic(page);
  await open(page, "/seo");
  traffic.clear();
  await page.getByRole("link", { name: "Build Your Plan" }).click();
  await expectPath(page, "/about");
  await expect.poll(() => offsetOf(page, "engine-room")).toBeCloseTo(120, -1);
  expect(traffic.documents()).toEqual([]);
  await page.goBack();
  await expectPath(page, "/seo");
});

test("the about page apologises for a missing image", async ({ page, faults }) => {
  faults.allowStatus(404);
  await page.route("**/images/clients/**", (route) => route.fulfill({ status: 404, body: "" }));
  await open(page, "/about");
  const clients = page.getByRole("heading", { name: "Company Kept" });
  await clients.scrollIntoViewIfNeeded();
  await expect(page.getByText("Sorry image not available").first()).toBeVisible();
});
