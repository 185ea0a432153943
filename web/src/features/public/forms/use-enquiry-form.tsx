import type { EnquiryType, SendData } from "../../../generated/api";
import type { FieldErrors, Values } from "../../../lib/form-rules";
import { toast } from "../../../ui/overlay/toast-store";
import { type EnquiryValues, sendEnquiry } from "./enquiry";
import { type SentForm, useSentForm } from "./use-sent-form";

interface EnquiryFormOptions {
  type: EnquiryType;
  /** Returns messages by field name; none if all fields are valid. */
  check: (values: Values) => FieldErrors;
  /** Toast titles of the error catalogue. */
  messages: { success: string; failure: string };
  /** Values that the form sends without showing them, such as the fixed name of a question. */
  fixed?: EnquiryValues;
  /** Returns further data to send, other than text. */
  extra?: () => Partial<SendData>;
  /** Minimum time before the result is shown, in milliseconds. */
  atLeast?: number;
  /** Called after the form was accepted and emptied. */
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
    failure: messages.failure,
  });
}
