export const CALL_LENGTH = "20 minutes";

/** The booking form on the contact page. */
export const BOOKING = {
  tab: "Book Video Call",
  action: "Book Video Call",
  busy: "Booking...",
  loading: "Looking for free times...",
  missingTime: "Please choose a time",
  taken: "That time has just been taken. Please choose another.",
  call: `Discovery call, ${CALL_LENGTH}, free.`,
  nothingChosen: "Choose a time.",
  booked: {
    title: { before: "You are ", found: "booked" },
    lead: "We've sent a confirmation and a calendar invitation to",
    manage: "Move or cancel this call",
    another: "Book another call",
    toast: "Your call is booked!",
  },
  held: {
    title: { before: "Please ", found: "confirm" },
    lead: "Follow the link within ten minutes to book this time. We've emailed it to",
    toast: "Check your email to confirm.",
  },
  failure: "Failed to book your call. Please try again.",
  /** Followed by the email address of the company. */
  unavailable:
    "Booking is temporarily unavailable. Email us with two or three times that suit you:",
  full: "We're fully booked at the moment. Email us and we'll find a time:",
  retry: "Try again",
  withoutScripts: "The calendar needs JavaScript. Email us with two or three times that suit you:",
} as const;
