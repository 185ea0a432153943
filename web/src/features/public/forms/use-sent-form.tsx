import type { ComponentProps, ReactNode } from "react";
import { useState } from "react";
import type { FormOutcome } from "../../../generated/api";
import type { ApiFailure, ApiResult } from "../../../lib/api";
import { type FieldErrors, hasErrors, type Values } from "../../../lib/form-rules";
import { useFormOutcome, useUrl } from "../../../lib/site-context";
import { splitUrl } from "../../../lib/url";
import type { Form } from "../../../ui/forms/form";
import { type FormFailure, useForm } from "../../../ui/forms/use-form";
import { type EnquiryValues, HONEYPOT } from "./enquiry";

interface SentFormOptions<T> {
  /** Names the form in a POST without scripts. */
  type: string;
  /** Messages by field name; empty when everything is well. */
  check: (values: Values) => FieldErrors;
  /** Sends what was typed. `elapsed_ms` says how long the form was in view. */
  send: (values: EnquiryValues, elapsed_ms: number) => Promise<ApiResult<T>>;
  /** Values that the form sends without showing them. */
  fixed?: EnquiryValues;
  /** The answer is not shown before this, in milliseconds. */
  atLeast?: number;
  /** After the form was taken and emptied. */
  onDone?: (data: T) => void;
  /** After a failure that concerns no field: everything typed is still there. */
  onFailed?: (failure: ApiFailure) => void;
}

/** A visitor's form, and what its page shows of it. */
export interface SentForm {
  /** For the `Form`: works by plain POST to the page's own address as well. */
  formProps: ComponentProps<typeof Form>;
  /** Put it into the form: the fixed values and the trap for programs. */
  hidden: ReactNode;
  errors: FieldErrors;
  isBusy: boolean;
  isSent: boolean;
  /** Result of a POST without scripts; null once it was shown in a toast. */
  outcome: FormOutcome | null;
  /** Shows the form afresh after it was sent. */
  reset: () => void;
}

interface SentFailure extends FormFailure {
  /** What the server answered; absent when nothing was sent. */
  refusal?: ApiFailure;
}

/** A form of visitors. Without scripts it posts to its page. */
export function useSentForm<T>({
  type,
  check,
  send,
  fixed = {},
  atLeast = 0,
  onDone,
  onFailed,
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
    onDone,
    onFailed: ({ fields, refusal }) => {
      if (refusal && !hasErrors(fields)) onFailed?.(refusal);
    },
  });
  const errors = form.failure?.fields ?? {};
  return {
    formProps: {
      ref: form.ref,
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
