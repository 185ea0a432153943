// @vitest-environment node
import { beforeAll, describe, expect, it, vi } from "vitest";
import { render } from "../entry-server";
import type { FormOutcome } from "../generated/api";
import { makePage, site } from "../test-support/fixtures";

const slot = (date: string, time: string) => ({
  start: `${date}T${time}:00Z`,
  end: `${date}T${time}:20Z`,
  date,
  time,
});
const availability = {
  time_zone: "Europe/London",
  slots: [slot("2026-11-25", "09:30"), slot("2026-11-25", "14:00"), slot("2026-11-26", "10:00")],
};

async function bodyOf(props: Record<string, unknown>, form: FormOutcome | null = null) {
  const page = { ...makePage("contact", "/contact", props), site, form };
  const body = await render(JSON.stringify(page));
  // React separates adjacent texts with comments.
  return body.replaceAll("<!-- -->", "");
}

// On the server every chunk is loaded before the first render.
beforeAll(() => vi.dynamicImportSettled());

describe("without scripts", () => {
  it("the message is posted to the page itself", async () => {
    const body = await bodyOf({ tab: "message" });
    expect(body).toContain('<input type="hidden" name="type" value="contact"/>');
    for (const name of ["name", "email", "company", "message"]) {
      expect(body).toContain(`name="${name}"`);
    }
    expect(body).toContain('action="/contact" method="post"');
  });

  it("every free time of the page can be chosen and posted", async () => {
    const body = await bodyOf({ tab: "schedule", availability });
    expect(body).toContain('<input type="hidden" name="type" value="booking"/>');
    const starts = [...body.matchAll(/type="radio" name="start" value="([^"]+)"/g)];
    expect(starts.map(([, start]) => start)).toEqual(availability.slots.map(({ start }) => start));
    expect(body).toContain("Choose a time on Thursday 26 November");
  });

  it("a page without free times shows an address to write to", async () => {
    expect(await bodyOf({ tab: "schedule" })).toContain("The calendar needs JavaScript.");
    const full = await bodyOf({
      tab: "schedule",
      availability: { time_zone: "Europe/London", slots: [] },
    });
    expect(full).toContain("We&#x27;re fully booked at the moment.");
    expect(full).not.toContain('value="booking"');
  });

  it("a rejected booking comes back with everything that was typed", async () => {
    const body = await bodyOf(
      { tab: "schedule", availability },
      {
        form: "booking",
        status: "invalid",
        message: "That time has just been taken.",
        values: { start: "2026-11-26T10:00:00Z", name: "Priya", email: "priya@" },
        errors: { email: "Please enter a valid email address" },
      },
    );
    expect(body).toContain("That time has just been taken.");
    expect(body).toMatch(/checked="" value="2026-11-26T10:00:00Z"|10:00:00Z" checked=""/);
    expect(body).toContain('value="Priya"');
    expect(body).toContain("Please enter a valid email address");
  });

  it("what was typed comes back if the last time was taken meanwhile", async () => {
    const body = await bodyOf(
      { tab: "schedule", availability: { ...availability, slots: [] } },
      {
        form: "booking",
        status: "invalid",
        message: "That time has just been taken.",
        values: { start: "2026-11-26T10:00:00Z", name: "Priya" },
        errors: { start: "That time has just been taken." },
      },
    );
    expect(body).toContain("We&#x27;re fully booked at the moment.");
    expect(body).toContain('value="Priya"');
  });

  it("the page says that a message was sent", async () => {
    const body = await bodyOf(
      { tab: "message" },
      { form: "contact", status: "sent", message: "It has been sent!", values: {}, errors: {} },
    );
    expect(body).toMatch(/role="status"[^>]*>.*It has been sent!/);
  });
});
