import { expect, it } from "vitest";
import { siteSettings } from "../../../test-support/settings";
import { checkSettings, placedErrors, settingsOf, valuesOf } from "./settings-values";

it("shows every setting and reads it back", () => {
  expect(settingsOf(valuesOf(siteSettings))).toEqual(siteSettings);
});

it("names fields by the keys of the settings", () => {
  expect(valuesOf(siteSettings)).toMatchObject({
    legal_name: "Found First Ltd",
    "bookings.hours.monday": "09:30-17:00",
    "bookings.days_off": "01-01\n2026-12-24",
    "social_profiles.1.url": "https://x.example/foundfirst",
  });
});

it("reads profiles whatever the numbers of their rows", () => {
  const values = {
    ...valuesOf({ ...siteSettings, social_profiles: [] }),
    "social_profiles.1.label": " X ",
    "social_profiles.1.url": "https://x.example/foundfirst",
    "social_profiles.4.label": "LinkedIn",
    "social_profiles.4.url": "https://linkedin.example/foundfirst",
  };
  expect(settingsOf(values).social_profiles).toEqual([...siteSettings.social_profiles].reverse());
});

it("maps the server's messages to the rows that were sent", () => {
  const values = { "social_profiles.1.label": "X", "social_profiles.4.label": "LinkedIn" };
  expect(placedErrors({ legal_name: "A", "social_profiles.1.url": "B" }, values)).toEqual({
    legal_name: "A",
    "social_profiles.4.url": "B",
  });
});

it("replaces an invalid number with one that the server refuses, and never 0", () => {
  const values = {
    ...valuesOf(siteSettings),
    founding_year: "long ago",
    "bookings.buffer_minutes": "",
  };
  const { founding_year, bookings } = settingsOf(values);
  expect([founding_year, bookings.buffer_minutes]).toEqual([65_535, 65_535]);
});

it("accepts hours with any dash", () => {
  const values = { ...valuesOf(siteSettings), "bookings.hours.monday": " 09:30 – 17:00 " };
  expect(settingsOf(values).bookings.hours.monday).toBe("09:30-17:00");
});

it("reports invalid numbers", () => {
  expect(checkSettings(valuesOf(siteSettings))).toEqual({});
  const values = {
    ...valuesOf(siteSettings),
    founding_year: "long ago",
    "bookings.days_ahead": "",
  };
  expect(Object.keys(checkSettings(values))).toEqual(["founding_year", "bookings.days_ahead"]);
});
