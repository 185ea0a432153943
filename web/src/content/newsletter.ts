/** The pages for the links in newsletter emails, by state. */
export const CONFIRM = {
  ask: {
    title: { before: "One more ", found: "click" },
    lead: "Confirm this address to get the newsletter:",
    action: "Confirm subscription",
    note: "Not you? Close this page. Unless you confirm, we won't send you anything.",
  },
  done: {
    title: { before: "You are on ", found: "the list" },
    lead: "We'll send the next issue to",
    note: "Every issue has an unsubscribe link.",
    action: "Read the latest articles",
    href: "/blog?latest=true",
  },
  invalid: {
    title: { before: "This link has ", found: "expired" },
    lead: "It may be too old, already used, or cut short by your email app. Subscribe again and we'll send a new one.",
    action: "Back to the blog",
    href: "/blog",
  },
} as const;

export const UNSUBSCRIBE = {
  ask: {
    title: { before: "Stop the ", found: "newsletter?" },
    lead: "We'll stop sending the newsletter to",
    action: "Unsubscribe",
    note: "Changed your mind? Close this page and you'll stay subscribed.",
  },
  done: {
    title: { before: "You are ", found: "unsubscribed" },
    lead: "We won't send any more issues to",
    note: "The articles are still here whenever you want them.",
    action: "Read the blog",
    href: "/blog",
  },
  invalid: {
    title: { before: "This link doesn't ", found: "work" },
    lead: "Your email app may have cut it short. Email us from the address you subscribed with and we'll take it off the list.",
  },
} as const;
