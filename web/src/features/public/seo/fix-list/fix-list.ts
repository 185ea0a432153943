import { FIX_LIST_MESSAGES, type SeoCard } from "../../../../content/seo-cards";
import { emailError, errorsOf, type FieldErrors, required } from "../../../../lib/form-rules";

/** The list as an email has it: a bullet line for each card. */
export const bulletLines = (cards: readonly SeoCard[]): string =>
  cards.map(({ term, description }) => `• ${term}: ${description}`).join("\n");

/** The list as a file: Markdown that reads well as plain text. */
export function fileText(cards: readonly SeoCard[]): string {
  const sections = cards.map(
    ({ term, category, description, whyItMatters }) =>
      `## ${term}\n\n${category}\n\n${description}\n\nWhy it matters: ${whyItMatters}\n`,
  );
  return [`# Your SEO Fix List\n`, ...sections].join("\n");
}

/** What is wrong with asking for the list by email: an address that is missing or invalid, a list without cards. */
export function checkRequest(email: string, cards: readonly SeoCard[]): FieldErrors {
  return errorsOf({
    email: required(FIX_LIST_MESSAGES.noEmail, emailError)(email),
    message: cards.length === 0 ? FIX_LIST_MESSAGES.nothingToSend : null,
  });
}

/** The day a card was saved, as short as a list wants it: "19 Nov". Empty for a date that no calendar knows. */
export function savedOn(savedAt: string): string {
  const date = new Date(savedAt);
  if (Number.isNaN(date.getTime())) return "";
  return date.toLocaleDateString("en-GB", { day: "numeric", month: "short" });
}
