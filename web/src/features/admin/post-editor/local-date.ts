const two = (number: number): string => String(number).padStart(2, "0");

/**
 * Returns a point in time as the value of a `datetime-local` field, in the reader's time zone and to the minute.
 * @param instant RFC 3339; an empty or invalid one gives ""
 */
export function toLocalField(instant: string | null | undefined): string {
  const date = new Date(instant ?? "");
  if (Number.isNaN(date.getTime())) return "";
  const day = `${String(date.getFullYear()).padStart(4, "0")}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  return `${day}T${two(date.getHours())}:${two(date.getMinutes())}`;
}

/** Returns the value of a `datetime-local` field as RFC 3339 in UTC; null for an empty field. */
export function fromLocalField(field: string): string | null {
  const date = new Date(field);
  return Number.isNaN(date.getTime()) ? null : date.toISOString().replace(".000Z", "Z");
}

const MONTHS = "Jan Feb Mar Apr May Jun Jul Aug Sept Oct Nov Dec".split(" ");

/** Returns the day of a `datetime-local` field as text: "25 Nov 2026". Empty for an empty field. */
export function dayText(field: string): string {
  const [, year, month, day] = /^(\d{4,})-(\d\d)-(\d\d)/.exec(field) ?? [];
  const name = MONTHS[Number(month) - 1];
  return name ? `${Number(day)} ${name} ${year}` : "";
}

/**
 * Returns the value of a `datetime-local` field as "15 Jan, 09:00", with the year if it is not the current one. Empty
 * for an empty field.
 * @param now milliseconds since 1970
 */
export function shortMomentText(localField: string, now: number): string {
  const [, year, month, day, time] = /^(\d{4,})-(\d\d)-(\d\d)T(\d\d:\d\d)/.exec(localField) ?? [];
  const name = MONTHS[Number(month) - 1];
  if (!name) return "";
  const isThisYear = Number(year) === new Date(now).getFullYear();
  return `${Number(day)} ${name}${isThisYear ? "" : ` ${year}`}, ${time}`;
}

/** Browser only: returns a point in time in the reader's time zone, "25 Nov 2026, 14:05". */
export const momentText = (at: string | number): string =>
  new Date(at).toLocaleString("en-GB", { dateStyle: "medium", timeStyle: "short" });

/** Browser only: returns a point in time in the reader's time zone, "14:05" if it is on the day of `now`. */
export function timeText(at: string | number, now = new Date()): string {
  const date = new Date(at);
  return date.toDateString() === now.toDateString()
    ? `${two(date.getHours())}:${two(date.getMinutes())}`
    : momentText(at);
}
