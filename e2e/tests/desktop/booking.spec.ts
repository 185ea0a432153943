import type { Page } from "@playwright/test";
import { expectAccessible } from "../../support/axe";
import {
  answerAvailability,
  answerBookings,
  BROKEN,
  free,
  SLOT_TAKEN,
  TAKEN,
  TWO_WEEKS,
} from "../../support/calls";
import { followLink, open, sidewaysOverflow } from "../../support/pages";
import { expect, test } from "../../support/test";

const panel = (page: Page) => page.getByRole("tabpanel", { name: "Book Video Call" });
const day = (page: Page, name: string) => panel(page).getByRole("button", { name });
const time = (page: Page, name: string) => panel(page).getByRole("radio", { name });
const field = (page: Page, name: string) => panel(page).getByLabel(name);
const book = (page: Page) => panel(page).getByRole("button", { name: "Book Video Call" });

const BOOKED = {
  status: 201,
  json: {
    id: "b",
    start: "2026-11-25T14:00:00.000Z",
    end: "2026-11-25T14:20:00.000Z",
    manage_url: "/bookings/secret",
  },
};

/** Opens the calendar by its tab, so that the free times are fetched. Opened by its address, the page contains them. */
async function openCalendar(page: Page): Promise<void> {
  await open(page, "/contact");
  await page.getByRole("tab", { name: "Book Video Call" }).click();
}

async function fillIn(page: Page): Promise<void> {
  await day(page, "Wed 25 November").click();
  await time(page, "14:00").check();
  await field(page, "Name").fill("Priya Raman");
  await field(page, "Email").fill("priya@halvening.example");
}

test("a call is booked, and the confirmation says how to move it", async ({ page }) => {
  await answerAvailability(page, TWO_WEEKS);
  const sent = await answerBookings(page, BOOKED);
  await openCalendar(page);
  await fillIn(page);
  await expect(panel(page)).toContainText("Wednesday 25 November, 14:00 (UK time)");
  await expectAccessible(page);
  await book(page).click();
  await expect(page.getByRole("heading", { name: "You are booked" })).toBeFocused();
  await expect(panel(page)).toContainText("Wednesday 25 November, 14:00 (UK time)");
  await expect(panel(page)).toContainText("priya@halvening.example");
  await expect(panel(page).getByRole("link", { name: "Move or cancel this call" })).toHaveAttribute(
    "href",
    "/bookings/secret",
  );
  expect(sent).toHaveLength(1);
  expect(sent[0]).toMatchObject({
    start: "2026-11-25T14:00:00.000Z",
    name: "Priya Raman",
    email: "priya@halvening.example",
    website: "",
    message: "",
  });
  await expectAccessible(page);
});

test("a call is booked with the keyboard alone", async ({ page }) => {
  await answerAvailability(page, TWO_WEEKS);
  const sent = await answerBookings(page, BOOKED);
  await open(page, "/contact");
  await page.getByRole("tab", { name: "Send Message" }).press("ArrowRight");
  await day(page, "Wed 25 November").press("Enter");
  await panel(page).getByRole("radio").first().focus();
  await page.keyboard.press("Space");
  await page.keyboard.press("ArrowDown");
  const chosen = await panel(page).getByRole("radio", { checked: true }).inputValue();
  for (const words of ["Priya Raman", "priya@halvening.example"]) {
    await page.keyboard.press("Tab");
    await page.keyboard.type(words);
  }
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "You are booked" })).toBeFocused();
  expect(sent).toEqual([
    expect.objectContaining({
      start: chosen,
      name: "Priya Raman",
      email: "priya@halvening.example",
    }),
  ]);
});

test("the keyboard reaches another day's times once a time is chosen", async ({ page }) => {
  await answerAvailability(page, TWO_WEEKS);
  const sent = await answerBookings(page, BOOKED);
  await openCalendar(page);
  await time(page, "09:30").check();
  await day(page, "Wed 25 November").press("Enter");
  // The days after it, then the times.
  for (const name of ["Thu 26 November", "Fri 27 November", "Mon 30 November"]) {
    await page.keyboard.press("Tab");
    await expect(day(page, name)).toBeFocused();
  }
  await page.keyboard.press("Tab");
  await expect(time(page, "09:30")).toBeFocused();
  await page.keyboard.press("Space");
  await expect(panel(page)).toContainText("Wednesday 25 November, 09:30 (UK time)");
  await field(page, "Name").fill("Priya Raman");
  await field(page, "Email").fill("priya@halvening.example");
  // Looking at another day changes nothing.
  await day(page, "Thu 26 November").press("Enter");
  await book(page).click();
  await expect(page.getByRole("heading", { name: "You are booked" })).toBeFocused();
  expect(sent).toEqual([expect.objectContaining({ start: "2026-11-25T09:30:00.000Z" })]);
});

test("nothing is booked without a time and a name", async ({ page }) => {
  await answerAvailability(page, TWO_WEEKS);
  const sent = await answerBookings(page, BOOKED);
  await openCalendar(page);
  await field(page, "Website").fill("x");
  await book(page).click();
  await expect(panel(page).getByText("Please choose a time")).toBeVisible();
  await expect(field(page, "Website")).toHaveAccessibleDescription(
    "Website must be at least 5 characters",
  );
  await expect(time(page, "09:30")).toBeFocused();
  expect(sent).toHaveLength(0);
});

test("a missing time is reported on the current day", async ({ page }) => {
  await answerAvailability(page, TWO_WEEKS);
  await openCalendar(page);
  await day(page, "Wed 25 November").click();
  await book(page).click();
  await expect(panel(page).getByRole("radio").first()).toBeFocused();
  await page.keyboard.press("Space");
  await expect(panel(page).getByText("Please choose a time")).toBeHidden();
});

test("a time taken by somebody else is removed, and everything typed stays", async ({
  page,
  faults,
}) => {
  faults.allowStatus(409);
  await answerAvailability(page, TWO_WEEKS, free("2026-11-25 15:30", "2026-11-26 10:00"));
  await answerBookings(page, SLOT_TAKEN, BOOKED);
  await openCalendar(page);
  await fillIn(page);
  await book(page).click();
  await expect(panel(page).getByText("That time has just been taken.")).toBeVisible();
  await expect(time(page, "14:00")).toHaveCount(0);
  await expect(field(page, "Name")).toHaveValue("Priya Raman");
  await time(page, "15:30").check();
  await book(page).click();
  await expect(page.getByRole("heading", { name: "You are booked" })).toBeVisible();
});

test("when the last time is taken, everything typed stays", async ({ page, faults }) => {
  faults.allowStatus(409);
  await answerAvailability(page, TWO_WEEKS, free());
  await answerBookings(page, SLOT_TAKEN);
  await openCalendar(page);
  await fillIn(page);
  await book(page).click();
  const words = panel(page).getByRole("alert");
  await expect(words).toContainText("We're fully booked at the moment.");
  await expect(words).toBeFocused();
  await expect(field(page, "Name")).toHaveValue("Priya Raman");
  await expectAccessible(page);
});

test("after a failure everything typed stays", async ({ page, faults }) => {
  faults.allowStatus(500);
  await answerAvailability(page, TWO_WEEKS);
  await answerBookings(page, BROKEN);
  await openCalendar(page);
  await fillIn(page);
  await book(page).click();
  await expect(page.getByText("Failed to book your call. Please try again.")).toBeVisible();
  await expect(time(page, "14:00")).toBeChecked();
  await expect(field(page, "Email")).toHaveValue("priya@halvening.example");
});

test("without a calendar there is an address to write to, and a retry", async ({
  page,
  faults,
}) => {
  faults.allowStatus(500);
  await answerAvailability(page, BROKEN, TWO_WEEKS);
  await openCalendar(page);
  await expect(panel(page)).toContainText("Booking is temporarily unavailable.");
  await expect(panel(page).getByRole("link", { name: "hello@foundfirst.example" })).toBeVisible();
  await panel(page).getByRole("button", { name: "Try again" }).click();
  await expect(day(page, "Mon 23 November")).toBeVisible();
});

test("a full calendar is reported", async ({ page }) => {
  await answerAvailability(page, free());
  await openCalendar(page);
  await expect(panel(page)).toContainText("We're fully booked at the moment.");
});

test("a plan made elsewhere on the site is filled into the message", async ({ page }) => {
  await answerAvailability(page, TWO_WEEKS);
  await answerBookings(page, BOOKED);
  await open(page, "/contact");
  await page.evaluate(() => sessionStorage.setItem("plan-message", "My plan: fix the site."));
  await page.getByRole("tab", { name: "Book Video Call" }).click();
  await expect(field(page, "What should we talk about?")).toHaveValue("My plan: fix the site.");
  await fillIn(page);
  await book(page).click();
  await expect(page.getByRole("heading", { name: "You are booked" })).toBeVisible();
  expect(await page.evaluate(() => sessionStorage.getItem("plan-message"))).toBeNull();
});

test.describe("in New York", () => {
  test.use({ timezoneId: "America/New_York" });

  test("both local times are shown", async ({ page }) => {
    await answerAvailability(page, TWO_WEEKS);
    await openCalendar(page);
    await day(page, "Wed 25 November").click();
    await time(page, "14:00 09:00").check();
    await expect(panel(page)).toContainText(
      "Wednesday 25 November, 14:00 (UK time; 09:00 in New York)",
    );
  });
});

test("the calendar fits every screen, with the maximum number of days", async ({ page }) => {
  const month = Array.from({ length: 31 }, (_, index) =>
    new Date(Date.UTC(2026, 10, 23 + index)).toISOString().slice(0, 10),
  );
  await answerAvailability(page, free(...month.map((date) => `${date} 09:30`)));
  await openCalendar(page);
  const days = panel(page).getByRole("group", { name: "Choose a day" }).getByRole("button");
  await expect(days).toHaveCount(31);
  for (const width of [320, 390, 1440]) {
    await page.setViewportSize({ width, height: 700 });
    expect(await sidewaysOverflow(page)).toEqual([]);
    for (const one of await days.all()) {
      expect(await one.evaluate((chip) => chip.scrollWidth <= chip.clientWidth)).toBe(true);
    }
  }
});

/** Goes to a page in the app whose data the test provides. */
async function visit(page: Page, path: string, component: string, props: unknown): Promise<void> {
  await open(page, "/contact");
  const version = await page
    .locator("#page-data")
    .evaluate((data) => (JSON.parse(data.textContent ?? "") as { version: string }).version);
  const head = { title: component, description: "", canonical: null, robots: "noindex" };
  const og = { type: "website", title: component, description: "", image: null, url: null };
  await page.route(`**/_data${path}`, (route) =>
    route.fulfill({
      json: {
        component,
        props,
        url: path,
        version,
        head: { ...head, og, meta: [], links: [], json_ld: [] },
      },
    }),
  );
  await followLink(page, path);
}

test.describe("the link of a confirmation", () => {
  const slot = {
    start: "2026-11-25T14:00:00Z",
    end: "2026-11-25T14:20:00Z",
    date: "2026-11-25",
    time: "14:00",
  };
  const booking = { ...slot, id: "b", name: "Priya", time_zone: "Europe/London", token: "secret" };
  const availability = {
    time_zone: "Europe/London",
    slots: [{ ...slot, start: "2026-11-26T10:00:00Z", date: "2026-11-26", time: "10:00" }],
  };

  test("moves the call", async ({ page }) => {
    const sent: unknown[] = [];
    await page.route("**/api/bookings/secret", async (route) => {
      sent.push([route.request().method(), route.request().postDataJSON()]);
      await route.fulfill(TAKEN);
    });
    await visit(page, "/bookings/secret", "booking", {
      booking: { ...booking, status: "booked" },
      availability,
    });
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Your discovery call");
    await expectAccessible(page);
    await page.getByRole("radio", { name: "10:00" }).check();
    await page.getByRole("button", { name: "Move my call" }).click();
    await expect(page.getByText("Your call has been moved.")).toBeVisible();
    expect(sent).toEqual([["PATCH", { start: "2026-11-26T10:00:00Z" }]]);
  });

  test("cancels the call after confirmation", async ({ page }) => {
    const methods: string[] = [];
    await page.route("**/api/bookings/secret", async (route) => {
      methods.push(route.request().method());
      await route.fulfill({ status: 204 });
    });
    await visit(page, "/bookings/secret", "booking", {
      booking: { ...booking, status: "booked" },
      availability,
    });
    await page.getByText("Cancel this call").click();
    expect(methods).toEqual([]);
    await page.getByRole("button", { name: "Yes, cancel my call" }).click();
    await expect(page.getByText("Your call has been cancelled.")).toBeVisible();
    expect(methods).toEqual(["DELETE"]);
  });
});

test("the pages behind the newsletter's links and the privacy notice are accessible", async ({
  page,
}) => {
  const link = { state: "ask", token: "t", email: "you@site.example" };
  for (const [path, component, props, h1] of [
    ["/newsletter/confirm", "newsletter/confirm", link, "One more click"],
    ["/newsletter/unsubscribe", "newsletter/unsubscribe", link, "Stop the newsletter?"],
    [
      "/privacy",
      "privacy",
      {
        retention_months: 24,
        sign_up_hours: 24,
        subscription_days: 30,
        failure_hours: 24,
        session_days: 30,
        mail_days: 30,
      },
      "What we keep",
    ],
  ] as const) {
    await visit(page, path, component, props);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(h1);
    await expectAccessible(page);
  }
});
