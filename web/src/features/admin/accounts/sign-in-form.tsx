import { CONFIRMED, inOneLine, PASSWORD_UPDATED, SIGNED_UP } from "../../../content/accounts";
import type { AuthProps } from "../../../generated/api";
import { callApi } from "../../../lib/api";
import { Button } from "../../../ui/base/button";
import { Field } from "../../../ui/forms/field";
import { AccountForm, EmailField, SuccessNotice } from "./account-fields";
import { clockText } from "./countdown";
import { PasswordInput } from "./password-input";
import { failureOfPage, missingFields } from "./sign-in-outcome";
import { useAccountForm, useLeaveAfter } from "./use-account-form";

const AFTER_SIGN_IN = "/blog-post-manager";
/** How long the success is shown before the page changes, in milliseconds. */
const REDIRECT_DELAY = 1500;

/** The sign-in form. Without scripts it posts to its own page, with the same fields and messages. */
export function SignInForm({ email, message, errors, retry_after, notice }: AuthProps) {
  const { form, failure, isBusy, isDone, secondsLocked, onSubmit } = useAccountForm({
    send: (values) =>
      callApi("POST", "/api/auth/sign-in", { body: { ...values, transport: "cookie" } }),
    check: missingFields,
    initial: failureOfPage(message, errors, retry_after),
    retryAfter: retry_after,
  });
  useLeaveAfter(isDone, AFTER_SIGN_IN, REDIRECT_DELAY);

  return (
    <AccountForm mode="login" form={form} failure={failure} onSubmit={onSubmit}>
      {notice === "signed_up" && <SuccessNotice>{inOneLine(SIGNED_UP)}</SuccessNotice>}
      {notice === "confirmed" && <SuccessNotice>{inOneLine(CONFIRMED)}</SuccessNotice>}
      {notice === "password_updated" && (
        <SuccessNotice>{inOneLine(PASSWORD_UPDATED)}</SuccessNotice>
      )}
      <EmailField failure={failure} readOnly={isBusy || isDone} value={email} />
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
        {isDone && <SuccessNotice>Login successful! Redirecting to dashboard...</SuccessNotice>}
      </div>
    </AccountForm>
  );
}
