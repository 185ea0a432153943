import { describe, expect, it } from "vitest";
import { labelOf } from "../lists/choice";
import { BOOKING_STATUSES, callTime, clocks } from "./call-words";

const CALL = { start: "2026-11-25T02:30:00Z", date: "2026-11-25", time: "02:30" };

describe("the texts about a call", () => {
  it("contain the year, as past calls stay in the list", () => {
    expect(callTime(CALL)).toBe("Wed 25 Nov 2026, 02:30");
  });

  it("add the reader's local time if it differs, with the day if that differs too", () => {
    expect(clocks(CALL, "Europe/London", null)).toBe("UK time");
    expect(clocks(CALL, "Europe/London", "Europe/London")).toBe("UK time");
    expect(clocks(CALL, "Europe/London", "Europe/Paris")).toBe("UK time, 03:30 in Paris");
    expect(clocks(CALL, "Europe/London", "America/New_York")).toBe(
      "UK time, Tue 24 Nov, 21:30 in New York",
    );
  });

  it("name each state", () => {
    expect(labelOf(BOOKING_STATUSES, "upcoming")).toBe("Upcoming");
    expect(labelOf(BOOKING_STATUSES, "spam")).toBe("Spam");
  });
});
