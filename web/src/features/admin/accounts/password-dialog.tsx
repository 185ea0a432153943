import { type ReactNode, useId } from "react";
import type { ApiResult } from "../../../lib/api";
import { Button } from "../../../ui/base/button";
import { Field } from "../../../ui/forms/field";
import { Form } from "../../../ui/forms/form";
import { Dialog } from "../../../ui/overlay/dialog";
import { FailureNotice } from "./account-fields";
import { clockText } from "./countdown";
import { PasswordInput } from "./password-input";
import { checkKnownPassword } from "./sign-in-outcome";
import { useAccountForm } from "./use-account-form";

interface PasswordDialogProps {
  /** Mono line in the header. */
  kind: string;
  heading: string;
  /** Why the password is asked for. */
  children: ReactNode;
  /** Label of the button. */
  action: string;
  busyLabel: string;
  send: (password: string) => Promise<ApiResult<unknown>>;
  onClose: () => void;
  /** Called once the password was accepted. */
  onDone: () => void;
}

/** Asks for the password of the account over the page. Closing it leaves everything on the page as it is. */
export function PasswordDialog(props: PasswordDialogProps) {
  const { kind, heading, children, action, busyLabel, send, onClose, onDone } = props;
  const headingId = useId();
  const form = useAccountForm({
    send: ({ password = "" }) => send(password),
    check: checkKnownPassword,
    onDone,
  });
  const { failure, secondsLocked } = form;
  const isClosed = form.isBusy || form.isDone;
  return (
    <Dialog open onClose={onClose} title={kind} labelledBy={headingId} locked={form.isBusy}>
      <Form
        ref={form.ref}
        onSubmit={form.onSubmit}
        errors={failure?.fields ?? {}}
        className="grid gap-4"
      >
        <h2 id={headingId} className="text-d4">
          {heading}
        </h2>
        {children}
        <FailureNotice failure={failure} />
        <Field label="Password" name="password">
          <PasswordInput required autoComplete="current-password" readOnly={isClosed} />
        </Field>
        <div className="confirm-actions">
          <Button variant="secondary" disabled={form.isBusy} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" busy={isClosed} busyLabel={busyLabel} disabled={secondsLocked > 0}>
            {action}
            {secondsLocked > 0 && <span className="num"> ({clockText(secondsLocked)})</span>}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}
