/** The rules of forms. The server applies the same rules; these only give faster feedback. */
import { BOOK_BODY_EMAIL_MAX_LENGTH, BOOK_BODY_NAME_MIN_LENGTH } from "../generated/limits";

/** Typed text by field name. */
export type Values = Partial<Record<string, string>>;
/** Messages by field name. */
export type FieldErrors = Partial<Record<string, string>>;
/** Returns what is wrong with a value, or null. */
export type Rule = (text: string) => string | null;

/** Text before an @, and a dot after it: as lenient as the server's rule. */
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;
const WEBSITE_MIN_LENGTH = 5;

export const isEmail = (text: string): boolean =>
  text.length <= BOOK_BODY_EMAIL_MAX_LENGTH && EMAIL.test(text.trim());

export const EMAIL_MESSAGE = "Please enter a valid email address";
export const NAME_MESSAGE = `Name must be at least ${BOOK_BODY_NAME_MIN_LENGTH} characters`;
export const WEBSITE_MESSAGE = `Website must be at least ${WEBSITE_MIN_LENGTH} characters`;

export const nameError: Rule = (text) =>
  text.trim().length >= BOOK_BODY_NAME_MIN_LENGTH ? null : NAME_MESSAGE;

export const emailError: Rule = (text) => (isEmail(text) ? null : EMAIL_MESSAGE);

/** A website is a valid URL, or has at least five characters. */
export const websiteError: Rule = (text) =>
  text.trim().length >= WEBSITE_MIN_LENGTH || URL.canParse(text.trim()) ? null : WEBSITE_MESSAGE;

/** Rejects blank text with `message`, and applies `rule` to any other. */
export const required =
  (message: string, rule?: Rule): Rule =>
  (text) =>
    text.trim() === "" ? message : (rule?.(text) ?? null);

/** Accepts blank text, and applies `rule` to any other. */
export const optional =
  (rule: Rule): Rule =>
  (text) =>
    text.trim() === "" ? null : rule(text);

/** Returns a check for a form: it returns the messages of invalid fields, in the order of the rules. */
export const fieldCheck =
  (rules: Record<string, Rule>) =>
  (values: Values): FieldErrors =>
    errorsOf(
      Object.fromEntries(
        Object.entries(rules).map(([name, rule]) => [name, rule(values[name] ?? "")]),
      ),
    );

/** Returns the messages that are not null, by field name. */
export function errorsOf(checked: Record<string, string | null>): FieldErrors {
  return Object.fromEntries(
    Object.entries(checked).filter((entry): entry is [string, string] => entry[1] !== null),
  );
}

/** Whether any field is invalid. */
export const hasErrors = (errors: FieldErrors): boolean => Object.keys(errors).length > 0;
