export const CALL_LENGTH = "20 minutes";

/** The page behind the link in a confirmation. */
export const MANAGE = {
  booked: {
    title: { before: "Your ", found: "discovery call" },
    lead: "All set. Something came up? Move it to another time, or give it back.",
  },
  held: {
    title: { before: "Please ", found: "confirm" },
    lead: "This time is held for ten minutes. Follow the link in our email to book it.",
    action: "Choose another time",
  },
  lapsed: {
    title: { before: "Not ", found: "confirmed" },
    lead: "The link in our email was not followed in time, so this time is free again.",
    action: "Book another time",
  },
  cancelled: {
    title: { before: "This call is ", found: "cancelled" },
    lead: "Nobody will be waiting for you. If the timing was the problem, there are other times.",
    action: "Book another time",
  },
  past: {
    title: { before: "This call is ", found: "over" },
    lead: "Its time has come and gone. If there is more to talk about, there are other times.",
    action: "Book another time",
  },
  missing: {
    title: { before: "No ", found: "such booking" },
    lead: "No call belongs to this link. It may have been cut off by a mail program: try the one in your confirmation once more, or book afresh.",
    action: "Book a Video Call",
  },
  href: "/contact?tab=schedule",
  move: {
    title: "Move it",
    action: "Move my call",
    busy: "Moving...",
    none: "No other time is free in the next two weeks. Write to us and we will find one.",
    missingTime: "Please choose a time",
    done: "Your call has been moved.",
  },
  cancel: {
    title: "Cancel it",
    warning: "The time goes back into the calendar at once, and someone else may take it.",
    action: "Yes, cancel my call",
    busy: "Cancelling...",
    done: "Your call has been cancelled.",
  },
  taken: "That time has just been taken. Please choose another.",
  failure: "Something went wrong. Please try again.",
} as const;

/** The booking form on the contact page. */
export const BOOKING = {
  tab: "Book Video Call",
  action: "Book Video Call",
  busy: "Booking...",
  loading: "Looking for free times...",
  missingTime: "Please choose a time",
  call: `Discovery call, ${CALL_LENGTH}, free.`,
  nothingChosen: "Choose a day and a time.",
  booked: {
    title: { before: "You are ", found: "booked" },
    lead: "A confirmation with an invitation for your calendar is on its way to",
    manage: "Move or cancel this call",
    another: "Book another call",
    toast: "Your call is booked!",
  },
  held: {
    title: { before: "Please ", found: "confirm" },
    lead: "Follow the link we have sent you within ten minutes to book this time:",
    toast: "Check your email to confirm.",
  },
  failure: "Failed to book your call. Please try again.",
  /** Followed by the address to write to. */
  unavailable:
    "Booking is temporarily unavailable. Write to us with two or three times that suit you:",
  full: "Every time in the next two weeks is taken. Write to us and we will find one:",
  retry: "Try again",
  withoutScripts:
    "The calendar needs JavaScript. Write to us with two or three times that suit you:",
} as const;
