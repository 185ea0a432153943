import type { Booking } from "../../../generated/api";
import { onOtherClock, shortDay, zoneCity, zoneName } from "../../../lib/slots";
import type { Choice } from "../lists/choice";

/** The states of a call, in the order in which the filter offers them. */
export const BOOKING_STATUSES: Choice[] = [
  { value: "all", label: "All" },
  { value: "upcoming", label: "Upcoming" },
  { value: "past", label: "Past" },
  { value: "unconfirmed", label: "Unconfirmed" },
  { value: "cancelled", label: "Cancelled" },
  { value: "spam", label: "Spam" },
];

type When = Pick<Booking, "start" | "date" | "time">;

/** "Wed 25 Nov 2026, 14:00" */
export function callTime({ date, time }: When): string {
  return `${shortDay(date)} ${date.slice(0, 4)}, ${time}`;
}

/** Returns the time zone of a call, and the reader's local time where it differs: "UK time, 09:00 in New York". */
export function clocks(call: When, siteZone: string, zone: string | null): string {
  const here = zoneName(siteZone);
  const there = zone === null ? null : onOtherClock(call, zone);
  if (zone === null || !there) return here;
  return `${here}, ${there.day ? `${there.day}, ` : ""}${there.time} in ${zoneCity(zone)}`;
}
