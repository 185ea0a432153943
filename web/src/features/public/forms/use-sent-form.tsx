import type { ComponentProps, ReactNode } from "react";
import { useCallback, useState } from "react";
import type { FormOutcome } from "../../../generated/api";
import type { ApiFailure, ApiResult } from "../../../lib/api";
import { type FieldErrors, hasErrors, type Values } from "../../../lib/form-rules";
import { useFormOutcome, useUrl } from "../../../lib/site-context";
import { splitUrl } from "../../../lib/url";
import type { Form } from "../../../ui/forms/form";
import { type FormFailure, useForm } from "../../../ui/forms/use-form";
import { toast } from "../../../ui/overlay/toast-store";
import { type EnquiryValues, HONEYPOT } from "./enquiry";
import { forgetUnsent, keepUnsent } from "./unsent-values";

interface SentFormOptions<T> {
  /** Identifies the form in a POST without JavaScript. */
  type: string;
  /** Returns messages by field name; none if all fields are valid. */
  check: (values: Values) => FieldErrors;
  /** Sends the values. `elapsed_ms` is how long the form has been mounted. */
  send: (values: EnquiryValues, elapsed_ms: number) => Promise<ApiResult<T>>;
  /** Values that the form sends without showing them. */
  fixed?: EnquiryValues;
  /** Minimum time before the result is shown, in milliseconds. */
  atLeast?: number;
  /** Called after the form was accepted and emptied. */
  onDone?: (data: T) => void;
  /** Title of the toast after a failure that concerns no field, or whose messages the visitor does not see. */
  failure: string;
}

/** State of a visitor's form. */
export interface SentForm {
  /** Props for the `Form`, which also works by plain POST to the address of its page. */
  formProps: ComponentProps<typeof Form>;
  /** Hidden fields to render in the form: the fixed values and the honeypot. */
  hidden: ReactNode;
  errors: FieldErrors;
  isBusy: boolean;
  isSent: boolean;
  /** Result of a POST without JavaScript; null once something was submitted with it. */
  outcome: FormOutcome | null;
  /** Shows the form again after it was sent. */
  reset: () => void;
}

interface SentFailure extends FormFailure {
  /** The server's response; absent if nothing was sent. */
  refusal?: ApiFailure;
}

/** A form for visitors. Without JavaScript it posts to its page. */
export function useSentForm<T>({
  type,
  check,
  send,
  fixed = {},
  atLeast = 0,
  onDone,
  failure,
}: SentFormOptions<T>): SentForm {
  const posted = useFormOutcome(type);
  const [outcome, setOutcome] = useState(posted);
  const { path } = splitUrl(useUrl());
  const form = useForm<T, ApiFailure, SentFailure>({
    initial: posted && { fields: posted.errors },
    wasAccepted: posted?.status === "sent",
    check: (values) => {
      const fields = check(values);
      setOutcome(null);
      return hasErrors(fields) ? { fields } : null;
    },
    send: async ({ type: _, ...values }, elapsed) => {
      const [result] = await Promise.all([
        send(values, elapsed),
        new Promise((resolve) => setTimeout(resolve, atLeast)),
      ]);
      return result;
    },
    failureOf: (refusal) => ({ fields: refusal.error.fields ?? {}, refusal }),
    onDone: (data) => {
      // The visitor may have left the form while it was being sent.
      forgetUnsent(type);
      onDone?.(data);
    },
    onFailed: ({ fields, refusal }) => {
      // A form that the visitor has left shows no messages.
      if (!refusal || (hasErrors(fields) && form.ref.current?.closest("[hidden]") === null)) return;
      const { status, error } = refusal;
      // The server's message is shown only if the visitor can do something about the problem.
      toast("error", failure, [409, 413, 429].includes(status) ? error.message : undefined);
    },
  });
  const errors = form.failure?.fields ?? {};
  const { ref } = form;
  const attach = useCallback(
    (element: HTMLFormElement) => {
      ref.current = element;
      const keep = keepUnsent(element, type);
      return () => {
        keep();
        ref.current = null;
      };
    },
    [ref, type],
  );
  return {
    formProps: {
      ref: attach,
      method: "post",
      action: path,
      onSubmit: form.onSubmit,
      errors,
      initial: posted?.values,
    },
    hidden: (
      <>
        <input type="hidden" name="type" value={type} />
        {Object.entries(fixed).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <div className="sr-only" aria-hidden="true">
          <label>
            Leave this empty
            <input name={HONEYPOT} tabIndex={-1} autoComplete="off" />
          </label>
        </div>
      </>
    ),
    errors,
    isBusy: form.isBusy,
    isSent: form.isDone,
    outcome,
    reset: () => {
      form.restart();
      setOutcome(null);
    },
  };
}
