import { type FormEvent, type ReactNode, type RefObject, useEffect, useRef, useState } from "react";
import { focusFirstInvalid } from "../../lib/api";
import { useFormOutcome, useUrl } from "../../lib/site-context";
import { splitUrl } from "../../lib/url";
import { toast } from "../../ui/toast-store";
import { type EnquiryType, type FieldErrors, HONEYPOT, sendEnquiry, type Values } from "./enquiry";

interface EnquiryFormOptions {
  type: EnquiryType;
  /** Messages by field name; empty when everything is well. */
  check: (values: Values) => FieldErrors;
  /** Toast titles of the error catalogue. */
  messages: { success: string; failure: string };
  /** Values that the form sends without showing them, such as the fixed name of a question. */
  fixed?: Values;
  /** What is sent beside the values and is not text. */
  extra?: () => Record<string, unknown>;
  /** The answer is not shown before this, in milliseconds. */
  atLeast?: number;
  /** After the message was taken: the form is empty again. */
  onSent?: () => void;
}

interface EnquiryForm {
  /** For the `<form>`: works by plain POST to the page's own address as well. */
  formProps: {
    ref: RefObject<HTMLFormElement | null>;
    method: "post";
    action: string;
    noValidate: true;
    onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  };
  /** Put it into the form: the fixed values and the trap for programs. */
  hidden: ReactNode;
  /** What to show first: values kept from a POST that was not taken. */
  initial: Values;
  errors: FieldErrors;
  isBusy: boolean;
  isSent: boolean;
  /** The message of a POST without scripts, to be shown in the page; null when scripts told it in a toast. */
  notice: { kind: "success" | "error"; text: string } | null;
  /** Shows the form afresh after it was sent. */
  reset: () => void;
}

/**
 * A form that sends one kind of message: checks at once, sends in the background, tells in a toast, keeps
 * everything typed when sending fails. Without scripts the same form posts to its page.
 */
export function useEnquiryForm({
  type,
  check,
  messages,
  fixed = {},
  extra,
  atLeast = 0,
  onSent,
}: EnquiryFormOptions): EnquiryForm {
  const outcome = useFormOutcome(type);
  const { path } = splitUrl(useUrl());
  const ref = useRef<HTMLFormElement>(null);
  const shownAt = useRef(0);
  const [errors, setErrors] = useState<FieldErrors>(outcome?.errors ?? {});
  const [isBusy, setBusy] = useState(false);
  const [isSent, setSent] = useState(outcome?.status === "sent");
  const [notice, setNotice] = useState(() =>
    outcome
      ? {
          kind: outcome.status === "sent" ? ("success" as const) : ("error" as const),
          text: outcome.message,
        }
      : null,
  );

  useEffect(() => {
    shownAt.current = performance.now();
  }, []);
  useEffect(() => {
    if (ref.current && Object.keys(errors).length > 0) focusFirstInvalid(ref.current);
  }, [errors]);

  const submit = async (form: HTMLFormElement) => {
    const values: Values = {};
    for (const [name, value] of new FormData(form)) {
      if (typeof value === "string" && name !== "type") values[name] = value;
    }
    const wrong = check(values);
    setNotice(null);
    setErrors(wrong);
    if (Object.keys(wrong).length > 0) return;
    setBusy(true);
    const elapsed = Math.round(performance.now() - shownAt.current);
    const [result] = await Promise.all([
      sendEnquiry(type, values, { ...extra?.(), elapsed_ms: elapsed }),
      new Promise((resolve) => setTimeout(resolve, atLeast)),
    ]);
    setBusy(false);
    if (!result.ok) {
      setErrors(result.error.fields ?? {});
      // What the visitor can do something about is said in the server's words.
      const says = result.status === 429 ? result.error.message : undefined;
      if (!result.error.fields) toast("error", messages.failure, says);
      return;
    }
    form.reset();
    setSent(true);
    toast("success", messages.success);
    onSent?.();
  };

  const initial = outcome?.values ?? {};
  return {
    formProps: {
      ref,
      method: "post",
      action: path,
      noValidate: true,
      onSubmit: (event) => {
        event.preventDefault();
        if (!isBusy) void submit(event.currentTarget);
      },
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
    initial,
    errors,
    isBusy,
    isSent,
    notice,
    reset: () => {
      setSent(false);
      setNotice(null);
    },
  };
}
