import type { ApiFailure } from "../../../lib/api";
import { EMAIL_MESSAGE, isEmail } from "../../../lib/form-rules";

export const REQUIRED = "Email and password are required";
export const UNEXPECTED = "An unexpected error occurred. Please try again.";
export const LOCKED = "Too many failed attempts";
export const EMAIL_REQUIRED = "Email is required";
export const TOO_SHORT = "Password must be at least 8 characters long";

/** How many characters a new password has at least. */
const SHORTEST = 8;

/** How long a lock holds when the server does not say, in seconds. */
const DEFAULT_LOCK = 60;

/** "token" is no field that is seen: the link of a mail. */
export type FieldName = "email" | "password" | "token";
export type Values = Partial<Record<FieldName, string>>;

/** What a form of the sign-in page that failed shows: `message` as toast and above the fields, `errors` at the fields. */
export interface SignInFailure {
  message: string;
  /** Second line of the toast. */
  text?: string;
  errors: Partial<Record<FieldName, string>>;
  /** Seconds until the next try is heard. */
  lockedFor?: number;
}

/** What "please wait" says for a lock of `seconds`. */
export const waitText = (seconds: number): string =>
  `Please wait ${seconds} seconds before trying again.`;

/** A failure as it reads while a lock has `seconds` left: what it says to wait counts down with it. */
export const countedDown = (
  failure: SignInFailure | null,
  seconds: number,
): SignInFailure | null =>
  seconds > 0 && failure?.message === LOCKED ? { ...failure, text: waitText(seconds) } : failure;

/** The fields that are empty, as a failure; null when both are filled. */
export function missingFields({ email = "", password = "" }: Values): SignInFailure | null {
  const errors: SignInFailure["errors"] = {};
  if (email.trim() === "") errors.email = REQUIRED;
  if (password === "") errors.password = REQUIRED;
  return errors.email || errors.password ? { message: REQUIRED, errors } : null;
}

const wrong = (field: FieldName, message: string): SignInFailure => ({
  message,
  errors: { [field]: message },
});

/** What is wrong with a sign-up, by the server's rules in their order; null when it can be sent. */
export function checkSignUp(values: Values): SignInFailure | null {
  const missing = missingFields(values);
  if (missing) return missing;
  if (!isEmail(values.email ?? "")) return wrong("email", EMAIL_MESSAGE);
  return checkPassword(values);
}

/** What is wrong with the address that a link is asked for with. */
export function checkReset({ email = "" }: Values): SignInFailure | null {
  if (email.trim() === "") return wrong("email", EMAIL_REQUIRED);
  return isEmail(email) ? null : wrong("email", EMAIL_MESSAGE);
}

/** What is wrong with a new password, as far as it can be told here. */
export function checkPassword({ password = "" }: Values): SignInFailure | null {
  return [...password].length < SHORTEST ? wrong("password", TOO_SHORT) : null;
}

/** What the server's page says of a try without scripts; null when there was none. */
export function failureOfPage(
  message: string | null,
  errors: SignInFailure["errors"],
  retryAfter: number | null,
): SignInFailure | null {
  if (message === null) return null;
  return retryAfter === null ? { message, errors } : { message: LOCKED, text: message, errors };
}

/** What a refused call means to the person who made it. */
export function failureOf(result: ApiFailure): SignInFailure {
  const { status, error } = result;
  if (status === 429) {
    const lockedFor = error.retry_after ?? DEFAULT_LOCK;
    // Not a wrong password: somebody asked too often.
    if (error.code === "too_many_requests") return { message: waitText(lockedFor), errors: {} };
    return { message: LOCKED, text: waitText(lockedFor), errors: {}, lockedFor };
  }
  if (status === 401 && error.code === "invalid_credentials") {
    return { message: error.message || "Invalid login credentials", errors: {} };
  }
  if (status === 401) {
    return {
      message: "Authentication error",
      text: "Please try logging in again",
      errors: {},
    };
  }
  if (status === 422) {
    return { message: error.message || REQUIRED, errors: error.fields ?? {} };
  }
  return { message: UNEXPECTED, errors: {} };
}
