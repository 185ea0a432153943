/** The pages behind the links in newsletter mails, by state. */
export const CONFIRM = {
  ask: {
    title: { before: "One more ", found: "click" },
    lead: "and the newsletter goes to",
    action: "Confirm subscription",
    note: "Somebody else's idea? Close this page. Without the click nothing is sent.",
  },
  done: {
    title: { before: "You are on ", found: "the list" },
    lead: "The next issue goes to",
    note: "Every issue carries a link that takes you off again.",
    action: "Read the latest articles",
    href: "/blog?latest=true",
  },
  invalid: {
    title: { before: "This link has ", found: "expired" },
    lead: "It is old, used or was cut off by a mail program. Subscribe once more and a fresh one is on its way.",
    action: "Back to the blog",
    href: "/blog",
  },
} as const;

export const UNSUBSCRIBE = {
  ask: {
    title: { before: "Leave the ", found: "newsletter?" },
    lead: "From now on nothing more goes to",
    action: "Unsubscribe",
    note: "Changed your mind? Close this page and everything stays as it is.",
  },
  done: {
    title: { before: "You are ", found: "unsubscribed" },
    lead: "No further issue goes to",
    note: "The articles stay where they are, for whenever you want one.",
    action: "Read the blog",
    href: "/blog",
  },
  invalid: {
    title: { before: "This link does not ", found: "work" },
    lead: "It may have been cut off by a mail program. Write to us from the address in question, and we take it off the list by hand.",
  },
} as const;
