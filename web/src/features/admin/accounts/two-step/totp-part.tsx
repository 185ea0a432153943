import { useEffect, useRef, useState } from "react";
import type { TotpSetupView } from "../../../../generated/api";
import { callApi } from "../../../../lib/api";
import { hasErrors } from "../../../../lib/form-rules";
import { Button } from "../../../../ui/base/button";
import { Field } from "../../../../ui/forms/field";
import { Form } from "../../../../ui/forms/form";
import { Input } from "../../../../ui/forms/input";
import { useForm } from "../../../../ui/forms/use-form";
import { ConfirmDialog } from "../../../../ui/overlay/confirm-dialog";
import { toast } from "../../../../ui/overlay/toast-store";
import { keepFocus } from "../../shared/keep-focus";
import { withRecentSignIn } from "../recent-sign-in";
import { checkCode, type SignInFailure } from "../sign-in-outcome";
import { accountReasonOf, useAccountCall } from "./use-account-call";

interface TotpPartProps {
  hasTotp: boolean;
  /** Called after a change, with the recovery codes that it created, if any. */
  onChanged: (codes: string[] | null) => void;
}

/** Sets up the authenticator app, which is confirmed by one of its codes, or removes it. */
export function TotpPart({ hasTotp, onChanged }: TotpPartProps) {
  const { call, refresh, isBusy } = useAccountCall();
  const [setup, setSetup] = useState<TotpSetupView | null>(null);
  const [isAsked, setAsked] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  const endSetup = () =>
    keepFocus(
      () => setSetup(null),
      () => heading.current,
    );
  const begin = async () => {
    const begun = await call({
      send: () => callApi("POST", "/api/account/totp", { invalidatesPages: false }),
      failed: "The app could not be set up",
    });
    if (begun) setSetup(begun.data);
  };
  const remove = async () => {
    const removed = await call({
      send: () => callApi("DELETE", "/api/account/totp"),
      done: "Authenticator app removed",
      failed: "The app could not be removed",
    });
    if (removed) onChanged(null);
    return removed !== null;
  };
  return (
    <div className="two-step-part">
      <div className="two-step-head">
        <h3 ref={heading}>Authenticator app</h3>
        {hasTotp ? (
          <Button variant="quiet" size="sm" onClick={() => setAsked(true)}>
            Remove app
          </Button>
        ) : (
          !setup && (
            <Button variant="secondary" size="sm" busy={isBusy} onClick={() => void begin()}>
              Set up app
            </Button>
          )
        )}
      </div>
      <p className="text-small text-soft">
        {hasTotp
          ? "Set up. You'll need a code from it to sign in."
          : "An app such as Google Authenticator, 1Password or Aegis shows a new code every 30 seconds."}
      </p>
      {setup && !hasTotp && (
        <TotpSetup
          setup={setup}
          onCancel={endSetup}
          onConfirmed={(codes) => {
            endSetup();
            onChanged(codes);
            refresh();
          }}
        />
      )}
      <ConfirmDialog
        open={isAsked}
        onClose={() => setAsked(false)}
        kind="two-step sign-in"
        question="Remove the authenticator app?"
        action="Remove"
        busyLabel="Removing"
        isBusy={isBusy}
        keep="Keep"
        onConfirm={remove}
        onDone={refresh}
      >
        <p className="text-soft">Its codes will stop working. You can set up an app again.</p>
      </ConfirmDialog>
    </div>
  );
}

interface TotpSetupProps {
  setup: TotpSetupView;
  onCancel: () => void;
  onConfirmed: (codes: string[] | null) => void;
}

/** The secret as a QR code and as text, and the field for the first code. */
function TotpSetup({ setup, onCancel, onConfirmed }: TotpSetupProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  // This part replaces the pressed button. The heading takes the focus, so that the instructions are read before the
  // field.
  useEffect(() => heading.current?.focus(), []);
  const form = useForm({
    check: checkCode,
    send: ({ code = "" }) =>
      withRecentSignIn(() =>
        callApi("POST", "/api/account/totp/confirm", { body: { code: code.trim() } }),
      ),
    failureOf: (refusal): SignInFailure => ({
      message: accountReasonOf(refusal),
      fields: refusal.error.fields ?? {},
    }),
    onFailed: ({ message, fields }) => !hasErrors(fields) && toast("error", message),
    onDone: ({ recovery_codes }) => {
      toast("success", "Authenticator app set up");
      onConfirmed(recovery_codes);
    },
    fallback: "[name=code]",
  });
  return (
    <Form
      ref={form.ref}
      onSubmit={form.onSubmit}
      errors={form.failure?.fields ?? {}}
      className="totp-setup"
      aria-label="Set up authenticator app"
    >
      <img
        src={`data:image/svg+xml,${encodeURIComponent(setup.qr_svg)}`}
        alt="QR code for your authenticator app"
        width={200}
        height={200}
      />
      <div className="grid gap-4">
        <h4 ref={heading} tabIndex={-1} className="font-semibold">
          Scan the code with your app
        </h4>
        <p>
          If you cannot scan it, type this key into the app:{" "}
          <code className="mono wrap-anywhere">{inGroups(setup.secret)}</code>
        </p>
        <Field label="Code from your app" name="code" hint="Six digits">
          <Input
            required
            inputMode="numeric"
            autoComplete="one-time-code"
            spellCheck={false}
            readOnly={form.isBusy}
          />
        </Field>
        <div className="two-step-actions">
          <Button type="submit" keycap busy={form.isBusy} busyLabel="Checking...">
            Turn on
          </Button>
          <Button variant="quiet" onClick={onCancel}>
            Cancel
          </Button>
        </div>
      </div>
    </Form>
  );
}

/** A key in groups of four characters, as people type it. */
export const inGroups = (key: string): string => key.replace(/(.{4})(?=.)/g, "$1 ");
