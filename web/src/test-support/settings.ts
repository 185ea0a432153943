import type { SiteSettings } from "../generated/api";

/** The settings of a site with two profiles and two days off. */
export const siteSettings: SiteSettings = {
  legal_name: "Found First Ltd",
  founding_year: 2011,
  strapline: "Search consultancy",
  contact_email: "hello@site.example",
  social_profiles: [
    { label: "LinkedIn", url: "https://linkedin.example/foundfirst" },
    { label: "X", url: "https://x.example/foundfirst" },
  ],
  bookings: {
    meeting_link: "https://meet.example/call",
    slot_minutes: 20,
    buffer_minutes: 10,
    lead_hours: 12,
    days_ahead: 14,
    days_off: ["01-01", "2026-12-24"],
    hours: {
      monday: "09:30-17:00",
      tuesday: "09:30-17:00",
      wednesday: "09:30-17:00",
      thursday: "09:30-17:00",
      friday: "09:30-12:00",
      saturday: "",
      sunday: "",
    },
  },
};
