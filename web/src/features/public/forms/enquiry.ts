import { type ApiResult, callApi } from "../../../lib/api";

/** Every kind of message that a visitor can send; the server's `type`. */
export type EnquiryType =
  | "contact"
  | "audit"
  | "footer"
  | "newsletter"
  | "seo-fix-list"
  | "quiz-lead";

/** Field name to value, as typed. */
export type Values = Record<string, string>;
/** Field name to message. */
export type FieldErrors = Record<string, string>;

/** A field that people do not see: whoever fills it in is a program. */
export const HONEYPOT = "nickname";

/** Sends a message. `extra` takes what is not text, such as a quiz's answers. */
export function sendEnquiry(
  type: EnquiryType,
  values: Values,
  extra: Record<string, unknown> = {},
): Promise<ApiResult<{ error: null }>> {
  return callApi("/api/functions/send-contact-email", {
    method: "POST",
    body: { data: { ...values, ...extra, type } },
  });
}
