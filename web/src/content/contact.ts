export const CONTACT_HERO = {
  title: { before: "Let's ", found: "Connect" },
  lead: "Tell us what you want to be found for. A real person reads every message.",
} as const;

export const CONTACT_WAYS = {
  title: { before: "Two ways ", found: "in" },
  lead: "Send us a message, or book a free 20-minute discovery call.",
  call: "Free, 20 minutes, by video",
} as const;

export const CONTACT_FORM = {
  tab: "Send Message",
  action: "Send Message",
  busy: "Sending...",
  missingMessage: "Please enter your message",
  success: "Your message has been sent! We'll get back to you soon.",
  failure: "Failed to send your message. Please try again.",
} as const;

/** Followed by the email address of the company. */
export const FORM_UNAVAILABLE =
  "The contact form is temporarily unavailable. Please email us directly:";
export const LOADING = {
  form: "Loading contact form...",
  banner: "Loading CTA section...",
} as const;
export const QUIZ_UNAVAILABLE = "Quiz temporarily unavailable. Please contact us directly.";
export const BANNER_UNAVAILABLE = "Contact us today for your free SEO consultation.";
