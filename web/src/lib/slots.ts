import type { Availability, FreeTimes, PageSlot } from "../generated/api";

/** A day with its times. */
export interface Day {
  date: string;
  slots: PageSlot[];
}

const WEEKDAYS = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];
const MONTHS =
  "January February March April May June July August September October November December".split(
    " ",
  );

/** The parts of a date for display. */
export interface DayName {
  /** "Wednesday" */
  weekday: string;
  /** 25 */
  day: number;
  /** "November" */
  month: string;
  /** "Nov" */
  shortMonth: string;
}

/** Splits "2026-11-25" into words. Without Intl, which the server's JavaScript engine lacks. */
export function dayName(date: string): DayName {
  const [year = 0, month = 1, day = 1] = date.split("-").map(Number);
  const weekday = new Date(Date.UTC(year, month - 1, day)).getUTCDay();
  const name = MONTHS[month - 1] ?? "";
  // British English has four letters for September alone.
  const shortMonth = name.slice(0, name === "September" ? 4 : 3);
  return { weekday: WEEKDAYS[weekday] ?? "", day, month: name, shortMonth };
}

/** "Wednesday 25 November" */
export function longDay(date: string): string {
  const { weekday, day, month } = dayName(date);
  return `${weekday} ${day} ${month}`;
}

/** "Wed 25 Nov" */
export function shortDay(date: string): string {
  const { weekday, day, shortMonth } = dayName(date);
  return `${weekday.slice(0, 3)} ${day} ${shortMonth}`;
}

/** Groups the slots by day, in order. */
export function daysOf(slots: readonly PageSlot[]): Day[] {
  const days: Day[] = [];
  for (const slot of slots) {
    const last = days.at(-1);
    if (last?.date === slot.date) last.slots.push(slot);
    else days.push({ date: slot.date, slots: [slot] });
  }
  return days;
}

/** Returns the name of a zone for display: "UK time", "Paris time". */
export function zoneName(timeZone: string): string {
  if (timeZone === "Europe/London") return "UK time";
  return `${zoneCity(timeZone)} time`;
}

/** Returns the city of a zone: "America/New_York" → "New York". */
export const zoneCity = (timeZone: string): string =>
  (timeZone.split("/").at(-1) ?? timeZone).replaceAll("_", " ");

/** Returns date and time of an instant in a zone, in the format of a PageSlot. Browser only, as it needs Intl. */
export function inZone(instant: string, timeZone: string): { date: string; time: string } {
  const parts = new Intl.DateTimeFormat("en-GB", {
    timeZone,
    hourCycle: "h23",
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
  }).formatToParts(new Date(instant));
  const part = (type: string) => parts.find((one) => one.type === type)?.value ?? "";
  return {
    date: `${part("year")}-${part("month")}-${part("day")}`,
    time: `${part("hour")}:${part("minute")}`,
  };
}

/** Adds the site's date and time to each slot of an API response, and sorts them by time. */
export function complete(answer: FreeTimes): Availability {
  const slots = answer.slots
    .map((slot) => ({ ...inZone(slot.start, answer.time_zone), ...slot }))
    .sort((a, b) => Date.parse(a.start) - Date.parse(b.start));
  return { time_zone: answer.time_zone, slots };
}

/**
 * Returns the visitor's local time of a slot: "09:00", with the day if it differs. Null if the local time is the
 * site's.
 */
export function onOtherClock(slot: Pick<PageSlot, "start" | "date" | "time">, timeZone: string) {
  // The name that Chromium gives where it cannot tell the zone, and that it does not accept itself.
  if (timeZone === "Etc/Unknown") return null;
  const there = inZone(slot.start, timeZone);
  if (there.date === slot.date && there.time === slot.time) return null;
  const day = there.date === slot.date ? null : shortDay(there.date);
  return { time: there.time, day };
}
