import { CONFIRM_VOID, CONFIRMED } from "../../../content/accounts";
import type { AuthProps } from "../../../generated/api";
import { callApi } from "../../../lib/api";
import { useNavigate } from "../../../lib/site-context";
import { Button, ButtonLink } from "../../../ui/base/button";
import { toast } from "../../../ui/overlay/toast-store";
import { AccountForm, EmailField, FailureNotice, NewPasswordField } from "./account-fields";
import { checkPassword, failureOfPage } from "./sign-in-outcome";
import { useAccountForm } from "./use-account-form";

/**
 * The page that the link in a sign-up or invitation email opens. It creates the account when the button is pressed:
 * programs that scan mail follow links, so opening the page must not be enough.
 */
export function ConfirmForm({ token, is_invitation, email, message, errors }: AuthProps) {
  const navigate = useNavigate();
  const form = useAccountForm({
    send: ({ token = "", password }) =>
      callApi("POST", "/api/auth/confirm", { body: { token, password } }),
    check: is_invitation ? checkPassword : () => null,
    initial: failureOfPage(message, errors, null),
    onDone: () => {
      toast("success", CONFIRMED.title, CONFIRMED.text);
      // The used link does not stay in the history.
      navigate("/auth", { replace: true });
    },
  });
  const isClosed = form.isBusy || form.isDone;

  if (token === null || form.failure?.fields.token) {
    return (
      <div className="grid gap-5">
        <FailureNotice failure={{ message: CONFIRM_VOID, fields: {} }} />
        <ButtonLink href="/auth?mode=signup" size="lg" block="always" keycap>
          Sign up again
        </ButtonLink>
      </div>
    );
  }
  return (
    <AccountForm mode="confirm" of={form} email={email}>
      <input type="hidden" name="token" value={token} />
      {/* Password managers save the password under this address. */}
      <EmailField readOnly />
      {is_invitation && <NewPasswordField readOnly={isClosed} />}
      <Button
        type="submit"
        block="always"
        size="lg"
        keycap
        busy={isClosed}
        busyLabel="Confirming..."
      >
        Confirm
      </Button>
    </AccountForm>
  );
}
