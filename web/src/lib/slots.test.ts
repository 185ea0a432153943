import { describe, expect, it } from "vitest";
import type { PageSlot } from "../generated/api";
import { complete, daysOf, longDay, onOtherClock, shortDay, zoneCity, zoneName } from "./slots";

const slot = (start: string, date: string, time: string): PageSlot => ({
  start,
  end: start,
  date,
  time,
});

describe("days", () => {
  it("are named without the engine's time zones", () => {
    expect(longDay("2026-11-25")).toBe("Wednesday 25 November");
    expect(longDay("2027-01-01")).toBe("Friday 1 January");
    expect(longDay("2028-02-29")).toBe("Tuesday 29 February");
    expect(shortDay("2026-09-05")).toBe("Sat 5 Sept");
  });

  it("contain their slots in order", () => {
    const slots = [
      slot("2026-11-25T09:30:00Z", "2026-11-25", "09:30"),
      slot("2026-11-25T10:00:00Z", "2026-11-25", "10:00"),
      slot("2026-11-26T09:30:00Z", "2026-11-26", "09:30"),
    ];
    expect(daysOf(slots).map(({ date, slots }) => [date, slots.length])).toEqual([
      ["2026-11-25", 2],
      ["2026-11-26", 1],
    ]);
    expect(daysOf([])).toEqual([]);
  });
});

describe("an API response", () => {
  it("gets the site's local time, in summer and in winter", () => {
    const { slots } = complete({
      time_zone: "Europe/London",
      slots: [
        { start: "2026-11-25T14:00:00Z", end: "2026-11-25T14:20:00Z" },
        { start: "2026-07-01T08:30:00Z", end: "2026-07-01T08:50:00Z" },
      ],
    });
    expect(slots.map(({ date, time }) => `${date} ${time}`)).toEqual([
      "2026-07-01 09:30",
      "2026-11-25 14:00",
    ]);
  });

  it("keeps the date and time from the server", () => {
    const given = slot("2026-11-25T14:00:00Z", "2026-11-25", "14:00");
    expect(complete({ time_zone: "Europe/London", slots: [given] }).slots).toEqual([given]);
  });
});

describe("the visitor's local time", () => {
  const two = slot("2026-11-25T14:00:00Z", "2026-11-25", "14:00");

  it("is shown if it differs, with the day if that differs too", () => {
    expect(onOtherClock(two, "America/New_York")).toEqual({ time: "09:00", day: null });
    expect(onOtherClock(two, "Pacific/Auckland")).toEqual({ time: "03:00", day: "Thu 26 Nov" });
  });

  it("is omitted if it is the same", () => {
    expect(onOtherClock(two, "Europe/London")).toBeNull();
    expect(onOtherClock(two, "Europe/Lisbon")).toBeNull();
  });

  it("is omitted where the browser cannot tell its zone", () => {
    expect(onOtherClock(two, "Etc/Unknown")).toBeNull();
  });
});

describe("zones", () => {
  it("have names for display", () => {
    expect(zoneName("Europe/London")).toBe("UK time");
    expect(zoneName("Europe/Paris")).toBe("Paris time");
    expect(zoneCity("America/Argentina/Buenos_Aires")).toBe("Buenos Aires");
    expect(zoneCity("UTC")).toBe("UTC");
  });
});
