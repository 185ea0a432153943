import { type FormEvent, useEffect, useRef, useState } from "react";
import { callApi, focusFirstInvalid } from "../../lib/api";
import { useNavigate } from "../../lib/site-context";
import type { AuthProps } from "../../lib/types";
import { Button } from "../../ui/button";
import { Field } from "../../ui/field";
import { Icon } from "../../ui/icon";
import { circleAlert, circleCheck } from "../../ui/icons.generated";
import { Input } from "../../ui/input";
import { dismissToast, toast } from "../../ui/toast-store";
import { clockText } from "./countdown";
import { PasswordInput } from "./password-input";
import { failureOf, failureOfPage, missingFields, type SignInFailure } from "./sign-in-outcome";
import { useLock } from "./use-lock";

const AFTER_SIGN_IN = "/blog-post-manager";
/** How long the success is shown before the page changes, in milliseconds. */
const REDIRECT_DELAY = 1500;

/** The sign-in form. Without scripts it posts to its own page, with the same fields and messages. */
export function SignInForm({ email, message, errors, retry_after }: AuthProps) {
  const navigate = useNavigate();
  const form = useRef<HTMLFormElement>(null);
  const [isBusy, setBusy] = useState(false);
  const [isDone, setDone] = useState(false);
  const [failure, setFailure] = useState(() => failureOfPage(message, errors, retry_after));
  const [secondsLocked, lock] = useLock(retry_after);

  useEffect(() => {
    if (!failure || !form.current) return;
    if (failure.errors.email || failure.errors.password) focusFirstInvalid(form.current);
    // The password is what was most likely wrong, and the button may be disabled now.
    else form.current.querySelector<HTMLInputElement>("[name=password]")?.focus();
  }, [failure]);

  useEffect(() => {
    if (!isDone) return;
    const timer = setTimeout(() => navigate(AFTER_SIGN_IN, { replace: true }), REDIRECT_DELAY);
    return () => clearTimeout(timer);
  }, [isDone, navigate]);

  const fail = (next: SignInFailure) => {
    setFailure(next);
    if (next.lockedFor) lock(next.lockedFor);
    toast("error", next.message, next.text);
  };

  const onSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isBusy || isDone || secondsLocked > 0) return;
    const data = new FormData(event.currentTarget);
    const values = {
      email: String(data.get("email") ?? ""),
      password: String(data.get("password") ?? ""),
    };
    const missing = missingFields(values);
    if (missing) return fail(missing);
    setBusy(true);
    const result = await callApi("/api/auth/sign-in", {
      method: "POST",
      body: { ...values, email: values.email.trim(), transport: "cookie" },
    });
    setBusy(false);
    if (!result.ok) return fail(failureOf(result));
    setFailure(null);
    dismissToast();
    setDone(true);
  };

  return (
    <form
      ref={form}
      method="post"
      action="/auth"
      noValidate
      onSubmit={onSubmit}
      className="grid gap-5"
      aria-describedby={failure ? "sign-in-message" : undefined}
    >
      {failure && (
        // Not a live region: the toast is read, and this stays to be read again.
        <p id="sign-in-message" className="notice notice-error">
          <Icon of={circleAlert} />
          <span>
            <strong>{failure.message}</strong>
            {failure.text && <span className="block">{failure.text}</span>}
          </span>
        </p>
      )}
      <Field label="Email" id="email" error={failure?.errors.email}>
        <Input
          name="email"
          type="email"
          required
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          defaultValue={email}
          readOnly={isBusy || isDone}
        />
      </Field>
      <Field label="Password" id="password" error={failure?.errors.password}>
        <PasswordInput
          name="password"
          required
          autoComplete="current-password"
          readOnly={isBusy || isDone}
        />
      </Field>
      <Button
        type="submit"
        block="always"
        size="lg"
        keycap={secondsLocked === 0}
        busy={isBusy || isDone}
        busyLabel="Logging in..."
        disabled={secondsLocked > 0}
      >
        {secondsLocked > 0 ? (
          <>
            Login <span className="num">({clockText(secondsLocked)})</span>
          </>
        ) : (
          "Login"
        )}
      </Button>
      <div role="status">
        {isDone && (
          <p className="notice notice-ok">
            <Icon of={circleCheck} />
            <span>Login successful! Redirecting to dashboard...</span>
          </p>
        )}
      </div>
    </form>
  );
}
