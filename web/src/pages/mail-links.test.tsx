// @vitest-environment node
import { describe, expect, it } from "vitest";
import { render } from "../entry-server";
import type { BookingView, PageProps } from "../generated/api";
import type { PageName } from "../lib/page";
import { makePage, privacyPeriods, site } from "../test-support/fixtures";

const bodyOf = async <N extends PageName>(component: N, props: PageProps[N]) =>
  render(JSON.stringify({ ...makePage(component, `/${component}`, props), site }))
    // React separates adjacent texts with comments.
    .replaceAll("<!-- -->", "");
const link = { token: "a+b", email: "you@site.example" };

describe("the confirmation of a subscription", () => {
  it("takes a press of a button, as mail scanners follow links", async () => {
    const body = await bodyOf("newsletter/confirm", { state: "ask", ...link });
    expect(body).toContain('action="/newsletter/confirm" method="post"');
    expect(body).toContain('<input type="hidden" name="token" value="a+b"/>');
    expect(body).toContain("Confirm subscription");
    expect(body).toContain("you@site.example");
  });

  it("says that it is done", async () => {
    const body = await bodyOf("newsletter/confirm", { state: "confirmed", ...link });
    expect(body).toMatch(/You are on <span[^>]*>the list/);
    expect(body).not.toContain("<form");
  });

  it("offers a new subscription if the link is invalid, without revealing an address", async () => {
    const body = await bodyOf("newsletter/confirm", { state: "invalid", token: null, email: null });
    expect(body).toContain('href="/blog"');
    expect(body).not.toMatch(/<form|null/);
  });
});

describe("the page that unsubscribes", () => {
  it("has one button, which posts to an address without the token", async () => {
    const body = await bodyOf("newsletter/unsubscribe", { state: "ask", ...link });
    expect(body).toContain('action="/newsletter/unsubscribe" method="post"');
    expect(body).toContain('<input type="hidden" name="token" value="a+b"/>');
  });

  it("says that it is done", async () => {
    const body = await bodyOf("newsletter/unsubscribe", { state: "done", ...link });
    expect(body).toContain("unsubscribed");
    expect(body).not.toContain("<form");
  });

  it("offers a contact if the link is invalid", async () => {
    const invalid = { token: null, email: null };
    const body = await bodyOf("newsletter/unsubscribe", { state: "invalid", ...invalid });
    expect(body).toContain(`mailto:${site.contact_email}`);
  });
});

describe("a booking", () => {
  const slot = {
    start: "2026-11-25T14:00:00Z",
    end: "2026-11-25T14:20:00Z",
    date: "2026-11-25",
    time: "14:00",
  };
  const availability = { time_zone: "Europe/London", slots: [slot] };
  const booking = { ...slot, id: "b", name: "Ada", time_zone: "Europe/London", token: "t" };

  it("is shown with its time in the site's zone, and both forms post to its page", async () => {
    const booked: BookingView = { ...booking, status: "booked" };
    const body = await bodyOf("booking", { booking: booked, availability });
    expect(body).toContain("Wednesday 25 November, 14:00");
    expect(body).toContain("UK time");
    expect(body.match(/action="\/booking" method="post"/g)).toHaveLength(2);
    expect(body).toContain('name="action" value="cancel"');
    expect(body).toContain('type="radio" name="start" value="2026-11-25T14:00:00Z"');
  });

  it("that was cancelled or does not exist leads to a new one", async () => {
    const cancelled: BookingView = { ...booking, status: "cancelled" };
    for (const booking of [cancelled, null]) {
      const body = await bodyOf("booking", { booking, availability });
      expect(body).toContain('href="/contact?tab=schedule"');
      expect(body).not.toContain("<form");
    }
  });
});

it("the privacy notice states the retention periods and the contact", async () => {
  const body = await bodyOf("privacy", privacyPeriods);
  expect(body).toContain("24 months");
  expect(body).toContain(site.legal_name);
  expect(body).toContain(site.contact_email);
  for (const logged of ["sign-ins (failed ones too", "bookings and changes to them"]) {
    expect(body).toContain(logged);
  }
  expect(await bodyOf("privacy", { ...privacyPeriods, retention_months: 1 })).toContain(
    "for 1 month after",
  );
});

it("the privacy notice is linked from every page, and from the consent notes", async () => {
  const body = await bodyOf("contact", { tab: "message" });
  expect(body).toContain('<a href="/privacy">Privacy</a>');
  // In a new tab, as leaving the page would lose what was typed into the form.
  expect(body).toContain(
    'only to reply. See our <a href="/privacy" target="_blank" rel="noopener">' +
      'privacy page<span class="sr-only"> (opens in a new tab)</span></a>.',
  );
});
