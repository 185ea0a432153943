import type { PrivacyProps, Site } from "../generated/api";

/** A part of the privacy notice: paragraphs and, between them, lists. */
export interface PrivacySection {
  title: string;
  blocks: (string | { list: string[] })[];
}

export const PRIVACY_HERO = {
  title: { before: "What we ", found: "keep" },
  lead: "Short version: what you send us, for as long as it takes to deal with it. Nothing here follows you around.",
} as const;

/** The authority to which anybody in the UK can complain. */
export const AUTHORITY = {
  name: "Information Commissioner's Office",
  url: "https://ico.org.uk/make-a-complaint/",
} as const;

/** The privacy notice. It states what the site does: change them together. */
export function privacySections(site: Site, periods: PrivacyProps): PrivacySection[] {
  const { retention_months } = periods;
  const months = retention_months === 1 ? "1 month" : `${retention_months} months`;
  return [
    {
      title: "Who is responsible",
      blocks: [
        `${site.legal_name} decides what happens with the data of this site. For anything on this page, write to ${site.contact_email}.`,
      ],
    },
    {
      title: "When you write to us",
      blocks: [
        "A message, an audit request, a question, a quiz result or a fix list reaches us with what you typed: your name and email address, and your website, company or phone number where a form asks for them and you give them.",
        "We use it to answer you and to do what you asked for. In the words of the UK GDPR: steps at your request before a contract, and our legitimate interest in answering what people send us.",
        `We keep it for ${months} after it came in, then it is deleted.`,
      ],
    },
    {
      title: "When you book a call",
      blocks: [
        "We keep the time, your name, your email address and what you add about your site, so that two people turn up and one of them is prepared. The link in your confirmation moves or cancels the call without an account.",
        `Bookings are deleted ${months} after the call.`,
      ],
    },
    {
      title: "When you subscribe to the newsletter",
      blocks: [
        "We keep your email address and when you confirmed it. You subscribe twice, once on the page and once from your own inbox: that is your consent, and nobody can give it in your place.",
        `A subscription that is not confirmed is deleted after ${periods.subscription_days} days.`,
        "Every issue has a link that ends it. After that we keep the address only to remember not to write to it.",
      ],
    },
    {
      title: "When you have an account",
      blocks: [
        `We keep your email address and a hash of your password, until you ask us to delete the account. A sign-up that is not confirmed is deleted after ${periods.sign_up_hours} hours.`,
        `Each sign-in keeps your network address and the name of your browser until you sign out, or until ${periods.session_days} days without use. Failed sign-ins are counted for ${periods.failure_hours} hours.`,
        `A log records what is done in the admin area, and sign-ins: who, when, and from which network, never the whole network address. Names and networks in it are erased after ${months}, or when you ask.`,
      ],
    },
    {
      title: "What stays in your browser",
      blocks: [
        "Public pages set no cookies. Some conveniences are kept on your own device and never sent to us unless you send them yourself:",
        {
          list: [
            "SEO cards that you save, until you remove them",
            "How you like the blog listed, until you clear your browser",
            "What you entered into the ROI calculator, answers that you carry into a form, and how far you had scrolled, until you close the tab",
          ],
        },
        "Staff who sign in get two cookies that keep them signed in.",
      ],
    },
    {
      title: "What the server sees",
      blocks: [
        "A server has to know your network address to answer it. Ours also uses it to hold back floods of messages and of wrong passwords.",
        `The text of an email is deleted once it is delivered, the record that it was sent after ${periods.mail_days} days.`,
        "There is no analytics, no advertising and no tracking here. Fonts, scripts and pictures come from this site and from nowhere else.",
      ],
    },
    {
      title: "Who else sees it",
      blocks: [
        "The companies that host this site and carry its mail, because they have to, and on our instructions only. We do not sell, rent or swap data.",
      ],
    },
    {
      title: "What you can ask for",
      blocks: [
        `A copy of what we hold about you, a correction, its deletion, or that we stop using it. One email to ${site.contact_email} is enough, and it costs nothing. We answer within one month.`,
      ],
    },
  ];
}
