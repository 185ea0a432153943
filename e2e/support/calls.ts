import type { Page, Route } from "@playwright/test";

const CONTACT = "**/api/functions/send-contact-email";
const AVAILABILITY = "**/api/availability?*";
const BOOKINGS = "**/api/bookings";

/** A mocked response of the API. */
export interface Answer {
  status?: number;
  json: unknown;
}

const refusal = (status: number, code: string): Answer => ({
  status,
  json: { error: { code, message: "" } },
});

/** The message was accepted. */
export const TAKEN: Answer = { json: { error: null } };
export const BROKEN = refusal(500, "internal");
export const SLOT_TAKEN = refusal(409, "slot_taken");

/** Answers calls with `answers` in order, and then with the last one. Returns the request bodies. */
async function answering(page: Page, url: string, answers: Answer[]): Promise<unknown[]> {
  const sent: unknown[] = [];
  await page.route(url, async (route: Route) => {
    const answer = answers[Math.min(sent.length, answers.length - 1)];
    sent.push(route.request().postDataJSON());
    await route.fulfill(answer);
  });
  return sent;
}

export const answerMessages = (page: Page, ...answers: Answer[]) =>
  answering(page, CONTACT, answers);
export const answerBookings = (page: Page, ...answers: Answer[]) =>
  answering(page, BOOKINGS, answers);
export const answerAvailability = (page: Page, ...answers: Answer[]) =>
  answering(page, AVAILABILITY, answers);

/** Returns free slots in winter, when UK time is UTC: "2026-11-25 14:00". */
export function free(...times: string[]): Answer {
  const slots = times.map((time) => {
    const start = new Date(`${time.replace(" ", "T")}:00Z`);
    const end = new Date(start.getTime() + 20 * 60_000);
    return { start: start.toISOString(), end: end.toISOString() };
  });
  return { json: { time_zone: "Europe/London", slots } };
}

/** Two weeks of free slots, as in a quiet calendar. */
export const TWO_WEEKS: Answer = free(
  ...[23, 24, 25, 26, 27, 30].flatMap((day) =>
    ["09:30", "10:00", "11:30", "14:00", "15:30", "16:00"].map((time) => `2026-11-${day} ${time}`),
  ),
);
