import { SIGN_UP_BODY_PASSWORD_MIN_LENGTH } from "../../../generated/limits";
import type { ApiFailure } from "../../../lib/api";
import {
  emailError,
  type FieldErrors,
  fieldCheck,
  hasErrors,
  type Rule,
  required,
} from "../../../lib/form-rules";

export const REQUIRED = "Email and password are required";
export const UNEXPECTED = "An unexpected error occurred. Please try again.";
export const LOCKED = "Too many failed attempts";
const PASSWORD_REQUIRED = "Password is required";
const CURRENT_REQUIRED = "Current password is required";
export const EMAIL_REQUIRED = "Email is required";
const CODE_REQUIRED = "Enter a code";
export const TOO_SHORT = `Password must be at least ${SIGN_UP_BODY_PASSWORD_MIN_LENGTH} characters long`;

/** How long a lock holds when the server does not say, in seconds. */
const DEFAULT_LOCK = 60;

/** `token` is not a visible field: its value comes from the link in an email. */
export type AccountValues = Partial<
  Record<"email" | "password" | "current_password" | "token" | "code", string>
>;

/** What a form about an account shows after a failure: `message` above the fields, `fields` beside them. */
export interface SignInFailure {
  message: string;
  /** Second line of the toast. */
  text?: string;
  fields: FieldErrors;
  /** Seconds until the next try is allowed. */
  lockedFor?: number;
}

/**
 * Whether a failure is shown above the fields: it concerns none of them, or several with the same message. Otherwise
 * each field shows its own message.
 */
export function isAboveFields({ message, fields }: SignInFailure): boolean {
  const messages = Object.values(fields);
  return messages.length !== 1 && messages.every((each) => each === message);
}

/** Returns the text that asks to wait for `seconds`. */
const waitText = (seconds: number): string => `Please wait ${seconds} seconds before trying again.`;

/** Returns a failure whose waiting time is set to the `seconds` that a lock has left. */
export const countedDown = (
  failure: SignInFailure | null,
  seconds: number,
): SignInFailure | null =>
  seconds > 0 && failure?.message === LOCKED ? { ...failure, text: waitText(seconds) } : failure;

/** Returns a check of a form: null when it can be sent. */
const accountCheck = (rules: Record<string, Rule>) => {
  const check = fieldCheck(rules);
  return (values: AccountValues): SignInFailure | null => {
    const fields = check(values);
    const [message = ""] = Object.values(fields);
    return hasErrors(fields) ? { message, fields } : null;
  };
};

/** A password may be blank, but not empty. */
const givenPassword: Rule = (password) => (password === "" ? REQUIRED : null);
const newPassword: Rule = (password) =>
  [...password].length < SIGN_UP_BODY_PASSWORD_MIN_LENGTH ? TOO_SHORT : null;

export const checkSignIn = accountCheck({ email: required(REQUIRED), password: givenPassword });
export const checkSignUp = accountCheck({
  email: required(REQUIRED, emailError),
  password: (password) => givenPassword(password) ?? newPassword(password),
});
export const checkReset = accountCheck({ email: required(EMAIL_REQUIRED, emailError) });
/** The password of the account. */
export const checkKnownPassword = accountCheck({
  password: (text) => (text ? null : PASSWORD_REQUIRED),
});
export const checkChange = accountCheck({
  current_password: (text) => (text ? null : CURRENT_REQUIRED),
  password: newPassword,
});
export const checkPassword = accountCheck({ password: newPassword });
export const checkCode = accountCheck({ code: required(CODE_REQUIRED) });

/** Returns the failure of a POST without scripts, from the server's page; null when there was none. */
export function failureOfPage(
  message: string | null,
  fields: FieldErrors,
  retryAfter: number | null,
): SignInFailure | null {
  if (message === null) return null;
  return retryAfter === null ? { message, fields } : { message: LOCKED, text: message, fields };
}

/** Returns the failure to show for a refused call. */
export function failureOf(result: ApiFailure): SignInFailure {
  const { status, error } = result;
  if (status === 429) {
    const lockedFor = error.retry_after ?? DEFAULT_LOCK;
    // The password was not checked, as there were too many requests.
    if (error.code === "too_many_requests") return { message: waitText(lockedFor), fields: {} };
    return { message: LOCKED, text: waitText(lockedFor), fields: {}, lockedFor };
  }
  if (status === 401 && error.code === "invalid_credentials") {
    return { message: error.message || "Invalid login credentials", fields: {} };
  }
  if (status === 401 && error.code === "invalid_second_factor") {
    return { message: error.message, fields: { code: error.message } };
  }
  if (status === 401) {
    return {
      message: "Authentication error",
      text: "Please try logging in again",
      fields: {},
    };
  }
  if (status === 422) {
    return { message: error.message || REQUIRED, fields: error.fields ?? {} };
  }
  return { message: UNEXPECTED, fields: {} };
}
