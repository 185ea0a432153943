import type { PrivacyProps, Site } from "../generated/api";

/** A section of the privacy notice: paragraphs and lists. */
export interface PrivacySection {
  title: string;
  blocks: (string | { list: string[] })[];
}

export const PRIVACY_HERO = {
  title: { before: "What we ", found: "keep" },
  lead: "The short version: we keep what you send us for a limited time, then delete it. Nothing here follows you around.",
} as const;

/** The authority that handles complaints in the UK. */
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
        `${site.legal_name} is responsible for the personal data that this site collects. For anything on this page, write to ${site.contact_email}.`,
      ],
    },
    {
      title: "When you write to us",
      blocks: [
        "When you send a message, an audit request, a question, a quiz result or a fix list, we receive your name and email address, your message or answers, and your website, company or phone number if you give them.",
        "We use it to answer you and to do what you asked for. Our lawful bases under the UK GDPR are steps taken at your request before a contract, and our legitimate interest in answering what people send us.",
        `We keep it for ${months} after we receive it, then delete it.`,
      ],
    },
    {
      title: "When you book a call",
      blocks: [
        "We keep the time, your name, your email address and anything you tell us about your site, so that we both turn up and one of us is prepared. You can move or cancel the call with the link in your confirmation, without an account.",
        `Bookings are deleted ${months} after the call.`,
      ],
    },
    {
      title: "When you subscribe to the newsletter",
      blocks: [
        "We keep your email address and when you confirmed it. You confirm the subscription from your own inbox: that is your consent, and nobody else can give it for you.",
        `A subscription that is not confirmed is deleted after ${periods.subscription_days} days.`,
        "Every issue has an unsubscribe link. After you unsubscribe, we keep your address only so that we don't email it again.",
      ],
    },
    {
      title: "When you have an account",
      blocks: [
        `We keep your email address and a hash of your password, until you ask us to delete the account. A sign-up that is not confirmed is deleted after ${periods.sign_up_hours} hours.`,
        `Each time you sign in, we keep your IP address and your browser's name until you sign out or ${periods.session_days} days pass without use. Failed sign-ins are counted for ${periods.failure_hours} hours.`,
      ],
    },
    {
      title: "What stays in your browser",
      blocks: [
        "Public pages set no cookies, with the one exception below. A few things are kept on your own device, and reach us only if you send them:",
        {
          list: [
            "SEO cards that you save, until you remove them",
            "Your choice of blog layout, until you clear your browser's data",
            "Your figures in the ROI calculator, answers that you include in a form, and your scroll position, until you close the tab",
          ],
        },
        "If you follow a link in one of our emails to confirm or end a subscription, or to set up or recover an account, the page it opens sets one cookie. It keeps the link's code out of your browser history and expires after an hour.",
        "Staff who sign in get two cookies that keep them signed in.",
      ],
    },
    {
      title: "What the server sees",
      blocks: [
        "A server needs your IP address to send you a page. Ours also uses it to block spam and password guessing.",
        `A log records sign-ins (failed ones too, with the address that was typed), bookings and changes to them, and what is done in the admin area: who, when and from which network, but never the full IP address. Names and networks in it are deleted after ${months}, or when you ask.`,
        `The text of an email we send is deleted once it is delivered, and the record of it after ${periods.mail_days} days.`,
        "This site has no analytics, no advertising and no tracking. Fonts and scripts come from this site. An image may come from another site, which then sees your IP address.",
        "Videos in posts load nothing until you play them. The player then comes from the site named on its button, such as YouTube, which receives your IP address and may store data on your device.",
      ],
    },
    {
      title: "Who else sees it",
      blocks: [
        "Only the companies that host this site and deliver its email, on our instructions. We do not sell, rent or swap data.",
      ],
    },
    {
      title: "What you can ask for",
      blocks: [
        `You can ask for a copy of what we hold about you, and ask us to correct it, delete it or stop using it. One email to ${site.contact_email} is enough, and it costs nothing. We answer within one month.`,
      ],
    },
  ];
}
