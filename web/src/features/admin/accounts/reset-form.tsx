import { type FormEvent, useEffect, useRef } from "react";
import { inOneLine, RESET_SENT } from "../../../content/accounts";
import type { AuthProps } from "../../../generated/api";
import { callApi } from "../../../lib/api";
import { useNavigate } from "../../../lib/site-context";
import { Button } from "../../../ui/base/button";
import { toast } from "../../../ui/overlay/toast-store";
import { AccountForm, EmailField, SuccessNotice } from "./account-fields";
import { checkReset, failureOfPage } from "./sign-in-outcome";
import { useAccountForm } from "./use-account-form";

/** Asks for a link that sets a new password. */
export function ResetForm({ email, message, errors, notice }: AuthProps) {
  const { form, failure, isBusy, isDone, onSubmit } = useAccountForm({
    send: (body) => callApi("POST", "/api/auth/reset-password", { body }),
    check: checkReset,
    initial: failureOfPage(message, errors, null),
    onDone: () => toast("success", RESET_SENT.title, RESET_SENT.text),
  });
  if (isDone || notice === "reset_sent") return <ResetSent takesFocus={isDone} />;

  return (
    <AccountForm mode="reset" form={form} failure={failure} onSubmit={onSubmit}>
      <EmailField failure={failure} readOnly={isBusy} value={email} />
      <Button
        type="submit"
        block="always"
        size="lg"
        keycap
        busy={isBusy}
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
  // The button that was pressed is gone: the next one takes over.
  useEffect(() => {
    if (takesFocus) back.current?.focus();
  }, [takesFocus]);

  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    navigate("/auth");
  };
  return (
    <form action="/auth" onSubmit={onSubmit} className="grid gap-5">
      <SuccessNotice>{inOneLine(RESET_SENT)}</SuccessNotice>
      <Button type="submit" block="always" size="lg" ref={back}>
        Back to Login
      </Button>
    </form>
  );
}
