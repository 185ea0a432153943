/** The rules of the spec's forms. The server has the same ones; these only answer sooner. */

/** Something before an @ and a dot after it: as loose as the server, which has the last word. */
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

export const isEmail = (text: string): boolean => text.length <= 254 && EMAIL.test(text.trim());

export const EMAIL_MESSAGE = "Please enter a valid email address";
export const NAME_MESSAGE = "Name must be at least 2 characters";
export const WEBSITE_MESSAGE = "Website must be at least 5 characters";

/** A name has two characters at least. */
export const nameError = (text: string): string | null =>
  text.trim().length >= 2 ? null : NAME_MESSAGE;

export const emailError = (text: string): string | null => (isEmail(text) ? null : EMAIL_MESSAGE);

/** A website is a valid URL, or else has five characters at least. */
export const websiteError = (text: string): string | null =>
  text.trim().length >= 5 || URL.canParse(text.trim()) ? null : WEBSITE_MESSAGE;

/** The messages that are not null, by field name. */
export function errorsOf(checked: Record<string, string | null>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(checked).filter((entry): entry is [string, string] => entry[1] !== null),
  );
}
