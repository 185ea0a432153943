import { CONFIRMED, inOneLine, PASSWORD_UPDATED, SIGNED_UP } from "../../../content/accounts";
import type { AuthProps } from "../../../generated/api";
import { callApi } from "../../../lib/api";
import { Button } from "../../../ui/base/button";
import { Field } from "../../../ui/forms/field";
import { Notice } from "../../../ui/forms/notice";
import { AccountForm, EmailField } from "./account-fields";
import { clockText } from "./countdown";
import { PasswordInput } from "./password-input";
import { checkSignIn, failureOfPage } from "./sign-in-outcome";
import { useAccountForm, useLeaveAfter } from "./use-account-form";

const AFTER_SIGN_IN = "/blog-post-manager";
/** How long the success is shown before the page changes, in milliseconds. */
const REDIRECT_DELAY = 1500;

/** The sign-in form. Without scripts it posts to its own page, with the same fields and messages. */
export function SignInForm({ email, message, errors, retry_after, notice, next }: AuthProps) {
  const form = useAccountForm({
    send: (values) =>
      callApi("POST", "/api/auth/sign-in", { body: { ...values, transport: "cookie" } }),
    check: checkSignIn,
    initial: failureOfPage(message, errors, retry_after),
    retryAfter: retry_after,
  });
  const { isDone, secondsLocked } = form;
  const isClosed = form.isBusy || isDone;
  useLeaveAfter(isDone, next ?? AFTER_SIGN_IN, REDIRECT_DELAY);

  return (
    <AccountForm mode="login" of={form} email={email}>
      {next && <input type="hidden" name="next" value={next} />}
      {notice === "signed_up" && <Notice kind="ok">{inOneLine(SIGNED_UP)}</Notice>}
      {notice === "confirmed" && <Notice kind="ok">{inOneLine(CONFIRMED)}</Notice>}
      {notice === "password_updated" && <Notice kind="ok">{inOneLine(PASSWORD_UPDATED)}</Notice>}
      <EmailField readOnly={isClosed} />
      <Field label="Password" name="password" id="password">
        <PasswordInput required autoComplete="current-password" readOnly={isClosed} />
      </Field>
      <Button
        type="submit"
        block="always"
        size="lg"
        keycap={secondsLocked === 0}
        busy={isClosed}
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
        {isDone && <Notice kind="ok">Login successful! Redirecting to dashboard...</Notice>}
      </div>
    </AccountForm>
  );
}
