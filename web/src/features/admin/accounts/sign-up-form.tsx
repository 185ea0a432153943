import { inOneLine, SIGNED_UP } from "../../../content/accounts";
import type { AuthProps } from "../../../generated/api";
import { callApi } from "../../../lib/api";
import { Button } from "../../../ui/base/button";
import { Notice } from "../../../ui/forms/notice";
import { toast } from "../../../ui/overlay/toast-store";
import { AccountForm, EmailField, NewPasswordField } from "./account-fields";
import { checkSignUp, failureOfPage } from "./sign-in-outcome";
import { useAccountForm, useLeaveAfter } from "./use-account-form";

/** How long the success is shown before the sign-in form comes back, in milliseconds. */
const RETURN_DELAY = 3000;

/** Asks for an account, which the link in an email creates. It has no rights until they are granted. */
export function SignUpForm({ email, message, errors }: AuthProps) {
  const form = useAccountForm({
    send: (body) => callApi("POST", "/api/auth/sign-up", { body }),
    check: checkSignUp,
    initial: failureOfPage(message, errors, null),
    onDone: () => toast("success", SIGNED_UP.title, SIGNED_UP.text),
  });
  const { isDone } = form;
  const isClosed = form.isBusy || isDone;
  // The sign-in form repeats the message, for those who have not finished reading it.
  useLeaveAfter(isDone, "/auth?done=signed_up", RETURN_DELAY);

  return (
    <AccountForm mode="signup" of={form} email={email}>
      <EmailField readOnly={isClosed} />
      <NewPasswordField readOnly={isClosed} />
      <Button
        type="submit"
        block="always"
        size="lg"
        keycap
        busy={isClosed}
        busyLabel="Signing up..."
      >
        Sign Up
      </Button>
      {isDone && <Notice kind="ok">{inOneLine(SIGNED_UP)}</Notice>}
    </AccountForm>
  );
}
