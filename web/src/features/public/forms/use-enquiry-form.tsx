import type { EnquiryType, SendData } from "../../../generated/api";
import type { FieldErrors, Values } from "../../../lib/form-rules";
import { toast } from "../../../ui/overlay/toast-store";
import { type EnquiryValues, sendEnquiry } from "./enquiry";
import { type SentForm, useSentForm } from "./use-sent-form";

interface EnquiryFormOptions {
  type: EnquiryType;
  /** Messages by field name; empty when everything is well. */
  check: (values: Values) => FieldErrors;
  /** Toast titles of the error catalogue. */
  messages: { success: string; failure: string };
  /** Values that the form sends without showing them, such as the fixed name of a question. */
  fixed?: EnquiryValues;
  /** What is sent beside the values and is not text. */
  extra?: () => Partial<SendData>;
  /** The answer is not shown before this, in milliseconds. */
  atLeast?: number;
  /** After the message was taken: the form is empty again. */
  onSent?: () => void;
}

/** A form that sends one type of message and shows the result in a toast. */
export function useEnquiryForm({
  type,
  messages,
  extra,
  onSent,
  ...rest
}: EnquiryFormOptions): SentForm {
  return useSentForm({
    ...rest,
    type,
    send: (values, elapsed_ms) => sendEnquiry(type, values, { ...extra?.(), elapsed_ms }),
    onDone: () => {
      toast("success", messages.success);
      onSent?.();
    },
    onFailed: ({ status, error }) => {
      // What the visitor can do something about is said in the server's words.
      toast(
        "error",
        messages.failure,
        status === 413 || status === 429 ? error.message : undefined,
      );
    },
  });
}
