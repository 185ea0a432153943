import { useEffect } from "react";
import { AUTH_TITLES, LINK_VOID, PASSWORD_UPDATED } from "../../../content/accounts";
import type { AuthProps } from "../../../generated/api";
import { callApi } from "../../../lib/api";
import { useNavigate } from "../../../lib/site-context";
import { Button, ButtonLink } from "../../../ui/base/button";
import { toast } from "../../../ui/overlay/toast-store";
import { AccountForm, FailureNotice, NewPasswordField } from "./account-fields";
import { checkPassword, failureOfPage } from "./sign-in-outcome";
import { useAccountForm } from "./use-account-form";

/** The page that the link in an email opens: sets a new password, once. */
export function UpdatePasswordForm({ token, message, errors }: AuthProps) {
  const navigate = useNavigate();
  const form = useAccountForm({
    send: (body) => callApi("POST", "/api/auth/update-password", { body }),
    check: checkPassword,
    initial: failureOfPage(message, errors, null),
    onDone: () => {
      toast("success", PASSWORD_UPDATED.title, PASSWORD_UPDATED.text);
      // The used link does not stay in the history.
      navigate("/auth", { replace: true });
    },
  });

  const isClosed = form.isBusy || form.isDone;

  // A failed POST without JavaScript shows its message instead.
  const isFirst = message === null;
  useEffect(() => {
    if (isFirst) toast("success", AUTH_TITLES.update_password);
  }, [isFirst]);

  if (token === null || form.failure?.fields.token) {
    return (
      <div className="grid gap-5">
        <FailureNotice failure={{ message: LINK_VOID, fields: {} }} />
        <ButtonLink href="/auth?mode=reset" size="lg" block="always" keycap>
          Ask for a new link
        </ButtonLink>
      </div>
    );
  }
  return (
    <AccountForm mode="update_password" of={form}>
      <input type="hidden" name="token" value={token} />
      <NewPasswordField readOnly={isClosed} label="New password" />
      <Button type="submit" block="always" size="lg" keycap busy={isClosed} busyLabel="Saving...">
        Set new password
      </Button>
    </AccountForm>
  );
}
