import { FIX_LIST_MESSAGES, type SeoCard } from "../../../../content/seo-cards";
import { emailError, errorsOf, type FieldErrors, required } from "../../../../lib/form-rules";

/** Returns the list for an email: a bullet point per card. */
export const bulletLines = (cards: readonly SeoCard[]): string =>
  cards.map(({ term, description }) => `• ${term}: ${description}`).join("\n");

/** Returns the list as a file: Markdown that is readable as plain text. */
export function fileText(cards: readonly SeoCard[]): string {
  const sections = cards.map(
    ({ term, category, description, whyItMatters }) =>
      `## ${term}\n\n${category}\n\n${description}\n\nWhy it matters: ${whyItMatters}\n`,
  );
  return [`# Your SEO Fix List\n`, ...sections].join("\n");
}

/** Returns the messages for a request by email: for a missing or invalid address, and for an empty list. */
export function checkRequest(email: string, cards: readonly SeoCard[]): FieldErrors {
  return errorsOf({
    email: required(FIX_LIST_MESSAGES.noEmail, emailError)(email),
    message: cards.length === 0 ? FIX_LIST_MESSAGES.nothingToSend : null,
  });
}

/** Returns the day a card was saved: "19 Nov". Empty for an invalid date. */
export function savedOn(savedAt: string): string {
  const date = new Date(savedAt);
  if (Number.isNaN(date.getTime())) return "";
  return date.toLocaleDateString("en-GB", { day: "numeric", month: "short" });
}
