import { type ReactNode, useId, useState } from "react";
import type { ApiResult } from "../../../lib/api";
import { Button } from "../../../ui/base/button";
import { Field } from "../../../ui/forms/field";
import { Form } from "../../../ui/forms/form";
import { Dialog } from "../../../ui/overlay/dialog";
import { FailureNotice } from "./account-fields";
import { clockText } from "./countdown";
import { PasswordInput } from "./password-input";
import { type Proof, SecondStepFields, useSecondStep } from "./second-step-fields";
import { checkKnownPassword } from "./sign-in-outcome";
import { type SecondStep, withSecondStep } from "./two-step/second-step";
import { useAccountForm } from "./use-account-form";

interface PasswordDialogProps {
  /** Mono line in the header. */
  kind: string;
  heading: string;
  /** The reason why the password is needed. */
  children: ReactNode;
  /** Label of the button. */
  action: string;
  busyLabel: string;
  send: (password: string) => Promise<ApiResult<unknown>>;
  /** Sends the proof of the second factor, if the account has one. */
  sendProof: (challenge: string, proof: Proof) => Promise<ApiResult<unknown>>;
  onClose: () => void;
  /** Called once the user has been authenticated. */
  onDone: () => void;
}

/**
 * Asks in a dialog for the password of the account, then for its second factor. Closing the dialog leaves the page as
 * it is.
 */
export function PasswordDialog(props: PasswordDialogProps) {
  const { kind, heading, onClose } = props;
  const headingId = useId();
  const [step, setStep] = useState<SecondStep | null>(null);
  const [isBusy, setBusy] = useState(false);
  return (
    <Dialog open onClose={onClose} title={kind} labelledBy={headingId} locked={isBusy}>
      <div className="grid gap-4">
        <h2 id={headingId} className="text-d4">
          {heading}
        </h2>
        {step ? (
          <SecondPart {...props} step={step} setBusy={setBusy} onBack={() => setStep(null)} />
        ) : (
          <FirstPart {...props} setBusy={setBusy} onSecondStep={setStep} />
        )}
      </div>
    </Dialog>
  );
}

interface PartProps extends PasswordDialogProps {
  /** Sets whether a call is under way: the dialog then cannot be closed. */
  setBusy: (isBusy: boolean) => void;
}

/** Makes a call during which the dialog cannot be closed. */
const whileBusy = async <T,>(setBusy: (isBusy: boolean) => void, call: () => Promise<T>) => {
  setBusy(true);
  try {
    return await call();
  } finally {
    setBusy(false);
  }
};

function FirstPart(props: PartProps & { onSecondStep: (step: SecondStep) => void }) {
  const { children, action, busyLabel, send, setBusy, onClose, onDone, onSecondStep } = props;
  const form = useAccountForm({
    send: ({ password = "" }) => withSecondStep(whileBusy(setBusy, () => send(password))),
    check: checkKnownPassword,
    onDone: (step) => (step ? onSecondStep(step) : onDone()),
  });
  const { failure, secondsLocked } = form;
  const isClosed = form.isBusy || form.isDone;
  return (
    <Form
      ref={form.ref}
      onSubmit={form.onSubmit}
      errors={failure?.fields ?? {}}
      className="grid gap-4"
    >
      {children}
      <FailureNotice failure={failure} />
      <Field label="Password" name="password">
        <PasswordInput required autoFocus autoComplete="current-password" readOnly={isClosed} />
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
  );
}

function SecondPart(props: PartProps & { step: SecondStep; onBack: () => void }) {
  const { step, action, sendProof, setBusy, onBack, onDone } = props;
  const headingId = useId();
  const second = useSecondStep({
    step,
    send: (proof) => whileBusy(setBusy, () => sendProof(step.challenge, proof)),
    onDone,
  });
  const { form, expired } = second;
  if (expired) {
    return (
      <>
        <FailureNotice failure={{ message: expired, fields: {} }} />
        <Button block="always" autoFocus onClick={onBack}>
          Back to the password
        </Button>
      </>
    );
  }
  return (
    <Form
      ref={form.ref}
      onSubmit={form.onSubmit}
      errors={form.failure?.fields ?? {}}
      className="grid gap-4"
      aria-labelledby={headingId}
    >
      <h3 id={headingId} className="font-semibold">
        {second.heading}
      </h3>
      <FailureNotice failure={form.failure} />
      <SecondStepFields of={second} action={action}>
        <Button variant="quiet" size="sm" onClick={onBack}>
          Back to the password
        </Button>
      </SecondStepFields>
    </Form>
  );
}
