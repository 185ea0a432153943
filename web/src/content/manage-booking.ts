/** The page for the link in a booking confirmation. */
export const MANAGE = {
  booked: {
    title: { before: "Your ", found: "discovery call" },
    lead: "All set. If something comes up, move the call to another time or cancel it.",
  },
  held: {
    title: { before: "Please ", found: "confirm" },
    lead: "This time is held for ten minutes. Follow the link in our email to book it.",
    action: "Choose another time",
  },
  lapsed: {
    title: { before: "Not ", found: "confirmed" },
    lead: "You didn't confirm in time, so we've released this slot.",
    action: "Book another time",
  },
  cancelled: {
    title: { before: "This call is ", found: "cancelled" },
    lead: "All done: we won't be expecting you. If the time didn't suit, book another.",
    action: "Book another time",
  },
  past: {
    title: { before: "This call has ", found: "started" },
    lead: "It has started or is over, so it can no longer be changed. To join it, use the link in your confirmation.",
    action: "Book another time",
  },
  missing: {
    title: { before: "Booking ", found: "not found" },
    lead: "We can't find a booking for this link. Your email app may have cut it short: try the link in your confirmation again, or book a new call.",
    action: "Book a Video Call",
  },
  href: "/contact?tab=schedule",
  move: {
    title: "Move it",
    action: "Move my call",
    busy: "Moving...",
    none: "No other times are available at the moment. Email us and we'll find one.",
    missingTime: "Please choose a time",
    done: "Your call has been moved.",
  },
  cancel: {
    title: "Cancel it",
    warning: "We'll release the time straight away, and someone else may take it.",
    action: "Yes, cancel my call",
    busy: "Cancelling...",
    done: "Your call has been cancelled.",
  },
  failure: "Something went wrong. Please try again.",
} as const;
