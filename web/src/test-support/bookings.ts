import type { Availability, BookingView, PageSlot } from "../generated/api";

/** A time in winter, when London's local time is UTC. */
export const slot = (date: string, time: string): PageSlot => ({
  start: `${date}T${time}:00Z`,
  end: `${date}T${time.slice(0, 3)}50:00Z`,
  date,
  time,
});

/** Three times on two days. */
export const availability: Availability = {
  time_zone: "Europe/London",
  slots: [slot("2026-11-25", "09:30"), slot("2026-11-25", "14:30"), slot("2026-11-26", "09:30")],
};

/** A booked call. */
export const booking: BookingView = {
  ...slot("2026-11-24", "10:30"),
  id: "b",
  name: "Ada",
  status: "booked",
  time_zone: "Europe/London",
  token: "t",
};
