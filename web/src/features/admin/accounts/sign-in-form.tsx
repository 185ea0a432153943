import { useRef, useState } from "react";
import { CONFIRMED, inOneLine, PASSWORD_UPDATED, SIGNED_UP } from "../../../content/accounts";
import type { AuthProps } from "../../../generated/api";
import { callApi } from "../../../lib/api";
import { Button } from "../../../ui/base/button";
import { Field } from "../../../ui/forms/field";
import { Notice } from "../../../ui/forms/notice";
import { AccountForm, EmailField } from "./account-fields";
import { clockText } from "./countdown";
import { PasswordInput } from "./password-input";
import { SecondStepForm } from "./second-step-form";
import { checkSignIn, failureOfPage, type SignInFailure } from "./sign-in-outcome";
import { type SecondStep, withSecondStep } from "./two-step/second-step";
import { useAccountForm, useLeaveAfter } from "./use-account-form";

const AFTER_SIGN_IN = "/blog-post-manager";
/** How long the success is shown before the page changes, in milliseconds. */
const REDIRECT_DELAY = 1500;

/** Signing in: address and password, then the second factor of an account that has one. */
export function SignInForm(props: AuthProps) {
  const { message, errors, retry_after, next } = props;
  const [step, setStep] = useState(props.second_step);
  const [email, setEmail] = useState(props.email);
  /** Whether this is the form that the server rendered: only that one shows the failure of the page. */
  const [isFirst, setFirst] = useState(true);
  const [isSignedIn, setSignedIn] = useState(false);
  useLeaveAfter(isSignedIn, next ?? AFTER_SIGN_IN, REDIRECT_DELAY);

  const initial = isFirst ? failureOfPage(message, errors, retry_after) : null;
  const show = (shown: SecondStep | null) => {
    setFirst(false);
    setStep(shown);
  };
  const shared = { initial, retryAfter: isFirst ? retry_after : null };
  return step ? (
    <SecondStepForm
      {...shared}
      step={step}
      email={email}
      next={next}
      onSignedIn={() => setSignedIn(true)}
      onBack={() => show(null)}
    />
  ) : (
    <PasswordForm
      {...props}
      {...shared}
      email={email}
      isFirst={isFirst}
      onSignedIn={() => setSignedIn(true)}
      onSecondStep={(asked, typed) => {
        setEmail(typed);
        show(asked);
      }}
    />
  );
}

interface PasswordFormProps extends AuthProps {
  initial: SignInFailure | null;
  retryAfter: number | null;
  /** False after the way back from the second step: the password then takes the focus. */
  isFirst: boolean;
  onSignedIn: () => void;
  /** Called with the second step that the account needs, and with the typed address. */
  onSecondStep: (step: SecondStep, email: string) => void;
}

/** The sign-in form. Without scripts it posts to its own page, with the same fields and messages. */
function PasswordForm(props: PasswordFormProps) {
  const { email, notice, next, initial, retryAfter, isFirst, onSignedIn, onSecondStep } = props;
  /** The address that was sent, stored because a form is emptied once it is accepted. */
  const typed = useRef("");
  const form = useAccountForm({
    send: (values) => {
      typed.current = values.email ?? "";
      const body = { ...values, transport: "cookie" as const };
      return withSecondStep(callApi("POST", "/api/auth/sign-in", { body }));
    },
    check: checkSignIn,
    initial,
    retryAfter,
    onDone: (asked) => (asked ? onSecondStep(asked, typed.current) : onSignedIn()),
  });
  const { isDone, secondsLocked } = form;
  const isClosed = form.isBusy || isDone;

  return (
    <AccountForm mode="login" of={form} email={email}>
      {next && <input type="hidden" name="next" value={next} />}
      {notice === "signed_up" && <Notice kind="ok">{inOneLine(SIGNED_UP)}</Notice>}
      {notice === "confirmed" && <Notice kind="ok">{inOneLine(CONFIRMED)}</Notice>}
      {notice === "password_updated" && <Notice kind="ok">{inOneLine(PASSWORD_UPDATED)}</Notice>}
      <EmailField readOnly={isClosed} />
      <Field label="Password" name="password" id="password">
        <PasswordInput
          required
          autoFocus={!isFirst}
          autoComplete="current-password"
          readOnly={isClosed}
        />
      </Field>
      <Button
        type="submit"
        block="always"
        size="lg"
        keycap={secondsLocked === 0}
        busy={isClosed}
        busyLabel="Signing in..."
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
        {isDone && <Notice kind="ok">Login successful! Redirecting to dashboard...</Notice>}
      </div>
    </AccountForm>
  );
}
