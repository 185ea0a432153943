import { type FormEvent, type ReactNode, type RefObject, useEffect, useRef, useState } from "react";
import { type ApiFailure, type ApiResult, focusFirstInvalid } from "../../../lib/api";
import { useFormOutcome, useUrl } from "../../../lib/site-context";
import { splitUrl } from "../../../lib/url";
import { type FieldErrors, type FieldName, HONEYPOT, type Values } from "./enquiry";

interface SentFormOptions<T> {
  /** Names the form in a POST without scripts. */
  type: string;
  /** Messages by field name; empty when everything is well. */
  check: (values: Values) => FieldErrors;
  /** Sends what was typed. `elapsed_ms` says how long the form was in view. */
  send: (values: Values, elapsed_ms: number) => Promise<ApiResult<T>>;
  /** Values that the form sends without showing them. */
  fixed?: Values;
  /** The answer is not shown before this, in milliseconds. */
  atLeast?: number;
  /** After the form was taken and emptied. */
  onDone?: (data: T) => void;
  /** After a failure that concerns no field: everything typed is still there. */
  onFailed?: (failure: ApiFailure) => void;
}

export interface SentForm {
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
 * A form that checks at once and sends in the background, and keeps everything typed when sending fails.
 * Without scripts the same form posts to its page.
 */
export function useSentForm<T>({
  type,
  check,
  send,
  fixed = {},
  atLeast = 0,
  onDone,
  onFailed,
}: SentFormOptions<T>): SentForm {
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
      if (typeof value === "string" && name !== "type") values[name as FieldName] = value;
    }
    const wrong = check(values);
    setNotice(null);
    setErrors(wrong);
    if (Object.keys(wrong).length > 0) return;
    setBusy(true);
    const [result] = await Promise.all([
      send(values, Math.round(performance.now() - shownAt.current)),
      new Promise((resolve) => setTimeout(resolve, atLeast)),
    ]);
    setBusy(false);
    if (!result.ok) {
      setErrors(result.error.fields ?? {});
      if (!result.error.fields) onFailed?.(result);
      return;
    }
    form.reset();
    setSent(true);
    onDone?.(result.data);
  };

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
    initial: outcome?.values ?? {},
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
