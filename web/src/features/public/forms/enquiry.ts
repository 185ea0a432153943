import type { EnquiryType, SendAnswer, SendData } from "../../../generated/api";
import { type ApiResult, callApi } from "../../../lib/api";

/** The text fields of the forms: name to value, as typed. */
export type EnquiryValues = Partial<
  Record<Exclude<keyof SendData, "type" | "answers" | "elapsed_ms">, string>
>;

/** Honeypot: a hidden field that only bots fill in. */
export const HONEYPOT = "nickname";

/** Sends an enquiry. `extra` contains values other than text, such as a quiz's answers. */
export function sendEnquiry(
  type: EnquiryType,
  values: EnquiryValues,
  extra: Partial<SendData> = {},
): Promise<ApiResult<SendAnswer>> {
  return callApi("POST", "/api/functions/send-contact-email", {
    body: { data: { ...values, email: values.email ?? "", ...extra, type } },
  });
}
