import type { ApiResult } from "../../lib/api";

export const REQUIRED = "Email and password are required";
export const UNEXPECTED = "An unexpected error occurred. Please try again.";
export const LOCKED = "Too many failed attempts";

/** How long a lock holds when the server does not say, in seconds. */
const DEFAULT_LOCK = 60;

export type FieldName = "email" | "password";

/** What a failed sign-in shows: `message` as toast and above the fields, `errors` at the fields. */
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

/** The fields that are empty, as a failure; null when both are filled. */
export function missingFields(values: Record<FieldName, string>): SignInFailure | null {
  const errors: SignInFailure["errors"] = {};
  if (values.email.trim() === "") errors.email = REQUIRED;
  if (values.password === "") errors.password = REQUIRED;
  return errors.email || errors.password ? { message: REQUIRED, errors } : null;
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

/** What a refused call means to the person who signs in. */
export function failureOf(result: Extract<ApiResult<unknown>, { ok: false }>): SignInFailure {
  const { status, error } = result;
  if (status === 429) {
    const lockedFor = error.retry_after ?? DEFAULT_LOCK;
    return { message: LOCKED, text: waitText(lockedFor), errors: {}, lockedFor };
  }
  if (status === 401 && error.code === "invalid_credentials") {
    return { message: error.message || "Invalid login credentials", errors: {} };
  }
  if (status === 422) {
    return { message: error.message || REQUIRED, errors: error.fields ?? {} };
  }
  return { message: UNEXPECTED, errors: {} };
}
