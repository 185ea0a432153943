import { type FormEvent, type RefObject, useEffect, useRef, useState } from "react";
import { type FieldErrors, hasErrors, type Values } from "../../lib/form-rules";
import { importChunk } from "../base/use-chunk";

/** Why a form was not accepted. Forms add what they say beside the messages at the fields. */
export interface FormFailure {
  fields: FieldErrors;
}

interface FormOptions<T, R, F extends FormFailure> {
  /** What came back from a POST without scripts, or null. */
  initial?: F | null;
  /** Whether a POST without scripts was accepted. */
  wasAccepted?: boolean;
  /** Returns what is wrong before anything is sent, or null. */
  check: (values: Values) => F | null;
  /** Sends the values. `elapsed` is how long the form has been mounted, in milliseconds. */
  send: (values: Values, elapsed: number) => Promise<{ ok: true; data: T } | R>;
  /** Returns what a refusal by the server means. */
  failureOf: (refusal: R) => F;
  /** Whether the fields keep what was sent once the form was accepted. Default: they are emptied. */
  keepsValues?: boolean;
  /** Called after the form was accepted. */
  onDone?: (data: T) => void;
  /** Called after each failure. Everything typed is still there. */
  onFailed?: (failure: F) => void;
  /** Selects what is focused after a failure that concerns no field. */
  fallback?: string;
}

/** A form's state, and what its `<form>` needs. */
export interface FormControl<F extends FormFailure> {
  ref: RefObject<HTMLFormElement | null>;
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  /** The last failure; null once the form was accepted. */
  failure: F | null;
  setFailure: (change: (failure: F | null) => F | null) => void;
  isBusy: boolean;
  isDone: boolean;
  /** Shows the form afresh after it was accepted. */
  restart: () => void;
}

/**
 * A form that checks its fields at once and sends them in the background. A failure keeps everything typed and moves
 * focus to the first field that is wrong.
 */
export function useForm<T, R extends { ok: false }, F extends FormFailure>({
  initial = null,
  wasAccepted = false,
  check,
  send,
  failureOf,
  keepsValues = false,
  onDone,
  onFailed,
  fallback,
}: FormOptions<T, R, F>): FormControl<F> {
  const ref = useRef<HTMLFormElement>(null);
  const mountedAt = useRef(0);
  const [failure, setFailure] = useState(initial);
  const [isBusy, setBusy] = useState(false);
  const [isDone, setDone] = useState(wasAccepted);
  useEffect(() => {
    mountedAt.current = performance.now();
  }, []);
  useFailureFocus(ref, failure, fallback);

  const fail = (next: F) => {
    setFailure(next);
    onFailed?.(next);
  };
  const submit = async (form: HTMLFormElement) => {
    // No form sends a file this way.
    const values = Object.fromEntries(new FormData(form)) as Values;
    const wrong = check(values);
    if (wrong) return fail(wrong);
    setFailure(null);
    setBusy(true);
    const result = await send(values, Math.round(performance.now() - mountedAt.current));
    setBusy(false);
    if (!result.ok) return fail(failureOf(result));
    if (!keepsValues) resetSent(form, values);
    setDone(true);
    onDone?.(result.data);
  };

  return {
    ref,
    onSubmit: (event) => {
      event.preventDefault();
      if (!isBusy) void submit(event.currentTarget);
    },
    failure,
    setFailure,
    isBusy,
    isDone,
    restart: () => setDone(false),
  };
}

/** Resets a form that was sent. What was typed meanwhile stays. */
function resetSent(form: HTMLFormElement, sent: Values): void {
  const edited = ([...form.elements] as HTMLInputElement[])
    .filter(({ name, value }) => name in sent && value !== sent[name])
    .map((field) => [field, field.value] as const);
  form.reset();
  for (const [field, value] of edited) field.value = value;
}

/** Moves focus to the first field that is wrong, or to `fallback` when none is, after the render that marks them. */
export function useFailureFocus(
  form: RefObject<HTMLFormElement | null>,
  failure: FormFailure | null,
  fallback?: string,
): void {
  const posted = useRef(failure);
  useEffect(() => {
    // The browser has focused the field of a POST without scripts, and people may be typing elsewhere by now.
    if (!failure || failure === posted.current) return;
    const target = hasErrors(failure.fields) ? '[aria-invalid="true"]' : fallback;
    const element = target && form.current?.querySelector<HTMLElement>(target);
    if (!element) return;
    // Fetched when it is needed: a field is mostly read as it takes the focus.
    if (element === document.activeElement)
      void importChunk(() => import("./announce"), null).then((chunk) => chunk?.announce(element));
    else element.focus();
  }, [failure, form, fallback]);
}
