import { type FormEvent, useEffect, useRef } from "react";
import { inOneLine, RESET_SENT } from "../../../content/accounts";
import type { AuthProps } from "../../../generated/api";
import { callApi } from "../../../lib/api";
import { useNavigate } from "../../../lib/site-context";
import { Button } from "../../../ui/base/button";
import { Notice } from "../../../ui/forms/notice";
import { toast } from "../../../ui/overlay/toast-store";
import { AccountForm, EmailField } from "./account-fields";
import { checkReset, failureOfPage } from "./sign-in-outcome";
import { useAccountForm } from "./use-account-form";

/** Asks for a link that sets a new password. */
export function ResetForm({ email, message, errors, notice }: AuthProps) {
  const form = useAccountForm({
    send: (body) => callApi("POST", "/api/auth/reset-password", { body }),
    check: checkReset,
    initial: failureOfPage(message, errors, null),
    onDone: () => toast("success", RESET_SENT.title, RESET_SENT.text),
  });
  if (form.isDone || notice === "reset_sent") return <ResetSent takesFocus={form.isDone} />;

  return (
    <AccountForm mode="reset" of={form} email={email}>
      <EmailField readOnly={form.isBusy} />
      <Button
        type="submit"
        block="always"
        size="lg"
        keycap
        busy={form.isBusy}
        busyLabel="Sending the link..."
      >
        Send Reset Link
      </Button>
    </AccountForm>
  );
}

/** Says that the link was sent. A separate form, so that its button leads back without JavaScript too. */
function ResetSent({ takesFocus }: { takesFocus: boolean }) {
  const navigate = useNavigate();
  const back = useRef<HTMLButtonElement>(null);
  // The pressed button is no longer in the document: this form's button takes the focus.
  useEffect(() => {
    if (takesFocus) back.current?.focus();
  }, [takesFocus]);

  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    navigate("/auth");
  };
  return (
    <form action="/auth" onSubmit={onSubmit} className="grid gap-5">
      <Notice kind="ok">{inOneLine(RESET_SENT)}</Notice>
      <Button type="submit" block="always" size="lg" ref={back}>
        Back to Login
      </Button>
    </form>
  );
}
