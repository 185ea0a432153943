import type { SiteSettings } from "../../../generated/api";
import {
  EMAIL_MESSAGE,
  emailError,
  fieldCheck,
  type Rule,
  required,
  type Values,
} from "../../../lib/form-rules";

export const WEEKDAYS = [
  "monday",
  "tuesday",
  "wednesday",
  "thursday",
  "friday",
  "saturday",
  "sunday",
] as const;

/** The numeric booking rules. */
const NUMBERS = ["slot_minutes", "buffer_minutes", "lead_hours", "days_ahead"] as const;

/**
 * Returns the values of the form's fields, which have the keys of the settings as names, as in the server's messages.
 */
export function valuesOf(settings: SiteSettings): Values {
  const { bookings, social_profiles, ...company } = settings;
  const values: Values = {
    ...company,
    founding_year: String(company.founding_year),
    "bookings.meeting_link": bookings.meeting_link,
    "bookings.days_off": bookings.days_off.join("\n"),
  };
  for (const key of NUMBERS) values[`bookings.${key}`] = String(bookings[key]);
  for (const day of WEEKDAYS) values[`bookings.hours.${day}`] = bookings.hours[day];
  social_profiles.forEach(({ label, url }, index) => {
    values[`social_profiles.${index}.label`] = label;
    values[`social_profiles.${index}.url`] = url;
  });
  return values;
}

/** Returns the numbers in the names of the profile rows, in the order of the rows. */
const profileRows = (values: Values): string[] =>
  Object.keys(values).flatMap((key) => /^social_profiles\.(\d+)\.label$/.exec(key)?.[1] ?? []);

/**
 * Maps the server's messages to the names of the fields. The server numbers the profiles by their position in `values`.
 */
export const placedErrors = (
  errors: Record<string, string>,
  values: Values,
): Record<string, string> => {
  const rows = profileRows(values);
  return Object.fromEntries(
    Object.entries(errors).map(([name, message]) => [
      name.replace(/(?<=^social_profiles\.)\d+/, (position) => rows[Number(position)] ?? position),
      message,
    ]),
  );
};

/** A whole number of up to four digits. */
const wholeNumber: Rule = (text) => (/^\d{1,4}$/.test(text.trim()) ? null : "Enter a whole number");

/**
 * Sent in place of an invalid number. It is a number that the server can parse, but refuses, so that it checks the
 * other settings too.
 */
const NO_NUMBER = 65_535;

/** Returns the settings for the values of the fields. */
export function settingsOf(values: Values): SiteSettings {
  const text = (key: string) => values[key]?.trim() ?? "";
  const number = (key: string) => (wholeNumber(text(key)) === null ? Number(text(key)) : NO_NUMBER);
  const profiles = profileRows(values).map((row) => ({
    label: text(`social_profiles.${row}.label`),
    url: text(`social_profiles.${row}.url`),
  }));
  // Accepts times pasted with dashes.
  const span = (day: string) => text(`bookings.hours.${day}`).replace(/\s*[-–—]\s*/, "-");
  const hours = Object.fromEntries(WEEKDAYS.map((day) => [day, span(day)]));
  return {
    legal_name: text("legal_name"),
    founding_year: number("founding_year"),
    strapline: text("strapline"),
    contact_email: text("contact_email"),
    social_profiles: profiles,
    bookings: {
      meeting_link: text("bookings.meeting_link"),
      slot_minutes: number("bookings.slot_minutes"),
      buffer_minutes: number("bookings.buffer_minutes"),
      lead_hours: number("bookings.lead_hours"),
      days_ahead: number("bookings.days_ahead"),
      days_off: text("bookings.days_off").split("\n"),
      hours: hours as SiteSettings["bookings"]["hours"],
    },
  };
}

/** Checks whose messages are more helpful than the server's, which refuses the same values. */
export const checkSettings = fieldCheck({
  legal_name: required("Enter the company's registered name"),
  contact_email: required(EMAIL_MESSAGE, emailError),
  ...Object.fromEntries(
    ["founding_year", ...NUMBERS.map((key) => `bookings.${key}`)].map((key) => [key, wholeNumber]),
  ),
});
