import { type FormEvent, type RefObject, useEffect, useRef, useState } from "react";
import { type FieldErrors, hasErrors, type Values } from "../../lib/form-rules";
import { importChunk } from "../base/use-chunk";

/** Why a form was rejected. Forms extend it with whatever they show besides the messages at the fields. */
export interface FormFailure {
  fields: FieldErrors;
}

interface FormOptions<T, R, F extends FormFailure> {
  /** Failure of a POST without JavaScript, or null. */
  initial?: F | null;
  /** Whether a POST without JavaScript was accepted. */
  wasAccepted?: boolean;
  /** Returns the failure that prevents sending, or null. */
  check: (values: Values) => F | null;
  /**
   * Sends the values. `elapsed` is how long the form has been mounted, in milliseconds, or the age of the document if a
   * field was filled in before hydration.
   */
  send: (values: Values, elapsed: number) => Promise<{ ok: true; data: T } | R>;
  /** Returns the failure to show for a refusal by the server. */
  failureOf: (refusal: R) => F;
  /** Whether the fields keep their values once the form is accepted. Default: they are reset. */
  keepsValues?: boolean;
  /** Called after the form was accepted. */
  onDone?: (data: T) => void;
  /** Called after each failure. The form still has all values. */
  onFailed?: (failure: F) => void;
  /** Selector of the element that is focused after a failure that concerns no field. */
  fallback?: string;
}

/** State of a form, and props for its `<form>`. */
export interface FormControl<F extends FormFailure> {
  ref: RefObject<HTMLFormElement | null>;
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  /** The last failure; null once the form was accepted. */
  failure: F | null;
  setFailure: (change: (failure: F | null) => F | null) => void;
  isBusy: boolean;
  isDone: boolean;
  /** Shows the form again after it was accepted. */
  restart: () => void;
}

/**
 * A form that validates its fields at once and is submitted in the background. After a failure it keeps all values and
 * focuses the first invalid field.
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
    // A required field that is already valid was filled in before hydration, for which the document's age counts.
    if (!ref.current?.querySelector(":required:valid")) mountedAt.current = performance.now();
  }, []);
  useFailureFocus(ref, failure, fallback);

  const fail = (next: F) => {
    setFailure(next);
    onFailed?.(next);
  };
  const submit = async (form: HTMLFormElement) => {
    // These forms contain no files.
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

/** Resets a submitted form, except for values that were changed since. */
function resetSent(form: HTMLFormElement, sent: Values): void {
  const edited = ([...form.elements] as HTMLInputElement[])
    .filter(({ name, value }) => name in sent && value !== sent[name])
    .map((field) => [field, field.value] as const);
  form.reset();
  for (const [field, value] of edited) field.value = value;
}

/**
 * After the render that marks them, focuses the first invalid field, or the element matching `fallback` if there is
 * none.
 */
export function useFailureFocus(
  form: RefObject<HTMLFormElement | null>,
  failure: FormFailure | null,
  fallback?: string,
): void {
  const posted = useRef(failure);
  useEffect(() => {
    // After a POST without JavaScript, the field already has the focus by `autoFocus`, and the visitor may since have
    // moved on.
    if (!failure || failure === posted.current) return;
    const target = hasErrors(failure.fields) ? '[aria-invalid="true"]' : fallback;
    const element = target && form.current?.querySelector<HTMLElement>(target);
    if (!element) return;
    // Rarely needed, as a field is usually announced when it gets the focus, so loaded on demand.
    if (element === document.activeElement)
      void importChunk(() => import("./announce"), null).then((chunk) => chunk?.announce(element));
    else element.focus();
  }, [failure, form, fallback]);
}
