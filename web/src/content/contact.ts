export const CONTACT_HERO = {
  title: { before: "Let's ", found: "Connect" },
  lead: "Tell us what people should find you for. A real person reads every message.",
} as const;

export const CONTACT_WAYS = {
  title: { before: "Two ways ", found: "in" },
  lead: "Write to us, or ask for the call. It is free and takes 20 minutes.",
  message: {
    title: "Send Message",
    text: "A few lines are enough: your site, what you would like to be found for, and what has been tried so far.",
    helps: [
      "The address of your site",
      "The pages or products that matter most",
      "Anything that changed recently",
    ],
    action: "Write an e-mail",
    subject: "An enquiry",
  },
  schedule: {
    title: "Book Video Call",
    text: "A discovery call by video with the person who would do the work. Name two or three times that suit you and we will confirm one.",
    helps: [
      "Free, 20 minutes",
      "No slides and no obligation",
      "You leave with at least one thing to fix",
    ],
    action: "Ask for a video call",
    subject: "A discovery call",
  },
} as const;
