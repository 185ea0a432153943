import { type FormEvent, type RefObject, useCallback, useEffect, useRef, useState } from "react";
import { type ApiResult, focusFirstInvalid } from "../../../lib/api";
import { useNavigate } from "../../../lib/site-context";
import { dismissToast, toast } from "../../../ui/overlay/toast-store";
import { countedDown, failureOf, LOCKED, type SignInFailure, type Values } from "./sign-in-outcome";
import { useLock } from "./use-lock";

interface Options {
  /** Sends the form. */
  send: (values: Values) => Promise<ApiResult<unknown>>;
  /** What is wrong with the fields, before anything is sent. */
  check: (values: Values) => SignInFailure | null;
  /** What the server's page says of a try without scripts. */
  initial?: SignInFailure | null;
  /** Seconds that the server's page was locked for. */
  retryAfter?: number | null;
  /** Called once the server has taken it. */
  onDone?: () => void;
}

interface AccountForm {
  form: RefObject<HTMLFormElement | null>;
  failure: SignInFailure | null;
  isBusy: boolean;
  isDone: boolean;
  /** 0: not locked. */
  secondsLocked: number;
  onSubmit: (event: FormEvent<HTMLFormElement>) => Promise<void>;
}

/** A form about one's account: checked here, sent, and refused in the server's words. */
export function useAccountForm(options: Options): AccountForm {
  const { send, check, initial = null, retryAfter = null, onDone } = options;
  const form = useRef<HTMLFormElement>(null);
  const [isBusy, setBusy] = useState(false);
  const [isDone, setDone] = useState(false);
  const [failure, setFailure] = useState(initial);
  const onLift = useCallback(() => {
    setFailure((shown) => (shown?.message === LOCKED ? null : shown));
  }, []);
  const [secondsLocked, lock] = useLock(retryAfter, onLift);

  useEffect(() => {
    if (!failure || !form.current) return;
    if (failure.errors.email || failure.errors.password) focusFirstInvalid(form.current);
    // The password is what was most likely wrong, and the button may be disabled now.
    else form.current.querySelector<HTMLInputElement>("[name=password]")?.focus();
  }, [failure]);

  const fail = (next: SignInFailure) => {
    setFailure(next);
    if (next.lockedFor) lock(next.lockedFor);
    toast("error", next.message, next.text);
  };

  const onSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isBusy || isDone || secondsLocked > 0) return;
    const values: Values = {};
    for (const [name, value] of new FormData(event.currentTarget)) {
      if (name === "password" || name === "token") values[name] = String(value);
      if (name === "email") values.email = String(value).trim();
    }
    const refused = check(values);
    if (refused) return fail(refused);
    setBusy(true);
    const result = await send(values);
    setBusy(false);
    if (!result.ok) return fail(failureOf(result));
    setFailure(null);
    dismissToast();
    setDone(true);
    onDone?.();
  };
  return {
    form,
    failure: countedDown(failure, secondsLocked),
    isBusy,
    isDone,
    secondsLocked,
    onSubmit,
  };
}

/** Moves to another page some milliseconds after something was done, so that what it says can be read. */
export function useLeaveAfter(isDone: boolean, url: string, delay: number): void {
  const navigate = useNavigate();
  useEffect(() => {
    if (!isDone) return;
    const timer = setTimeout(() => navigate(url, { replace: true }), delay);
    return () => clearTimeout(timer);
  }, [isDone, url, delay, navigate]);
}
