import { useCallback, useEffect } from "react";
import type { ApiResult } from "../../../lib/api";
import { useNavigate } from "../../../lib/site-context";
import { type FormControl, useForm } from "../../../ui/forms/use-form";
import { dismissToast, toast } from "../../../ui/overlay/toast-store";
import {
  type AccountValues,
  countedDown,
  failureOf,
  LOCKED,
  type SignInFailure,
} from "./sign-in-outcome";
import { useLock } from "./use-lock";

interface Options<T> {
  /** Sends the form. */
  send: (values: AccountValues) => Promise<ApiResult<T>>;
  /** What is wrong with the fields, before anything is sent. */
  check: (values: AccountValues) => SignInFailure | null;
  /** Failure of a POST without scripts, from the server's page. */
  initial?: SignInFailure | null;
  /** Seconds for which the server's page was locked. */
  retryAfter?: number | null;
  /** Selector of the element that is focused after a failure that concerns no field. Default: the password. */
  fallback?: string;
  /** Called once the server has accepted the form. */
  onDone?: (data: T) => void;
}

/** The state of a form about an account. */
export interface AccountForm
  extends Pick<FormControl<SignInFailure>, "ref" | "onSubmit" | "failure" | "setFailure"> {
  isBusy: boolean;
  isDone: boolean;
  /** 0: not locked. */
  secondsLocked: number;
}

/** A form about an account. It shows the server's message when it is refused, and is locked after too many tries. */
export function useAccountForm<T>(options: Options<T>): AccountForm {
  const { send, check, initial, retryAfter = null, onDone, fallback = "[name=password]" } = options;
  const form = useForm({
    initial,
    check: (values) => check(accountValues(values)),
    send: (values) => send(accountValues(values)),
    failureOf,
    onDone: (data) => {
      dismissToast();
      onDone?.(data);
    },
    onFailed: (failure: SignInFailure) => {
      // Other failures need no toast: the notice is an alert, or an invalid field takes the focus.
      if (!failure.lockedFor) return;
      lock(failure.lockedFor);
      toast("error", failure.message, failure.text);
    },
    // The password is the most likely mistake, and the button may be disabled now.
    fallback,
  });
  const { setFailure } = form;
  const onLift = useCallback(() => {
    setFailure((shown) => (shown?.message === LOCKED ? null : shown));
  }, [setFailure]);
  const [secondsLocked, lock] = useLock(retryAfter, onLift);
  const isClosed = form.isDone || secondsLocked > 0;

  return {
    ...form,
    onSubmit: (event) => (isClosed ? event.preventDefault() : form.onSubmit(event)),
    failure: countedDown(form.failure, secondsLocked),
    secondsLocked,
  };
}

const accountValues = ({
  email,
  password,
  current_password,
  token,
  code,
}: AccountValues): AccountValues => ({
  email: email?.trim(),
  password,
  current_password,
  token,
  code: code?.trim(),
});

/** Goes to `url` after `delay` milliseconds once `isDone` is true, so that the message can be read first. */
export function useLeaveAfter(isDone: boolean, url: string, delay: number): void {
  const navigate = useNavigate();
  useEffect(() => {
    if (!isDone) return;
    const timer = setTimeout(() => navigate(url, { replace: true }), delay);
    return () => clearTimeout(timer);
  }, [isDone, url, delay, navigate]);
}
