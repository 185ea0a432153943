import { useRef, useState } from "react";
import type { PasskeyRow } from "../../../../generated/api";
import { FINISH_PASSKEY_BODY_NAME_MAX_LENGTH } from "../../../../generated/limits";
import { callApi } from "../../../../lib/api";
import { fieldCheck, hasErrors, required } from "../../../../lib/form-rules";
import { Button, IconButton } from "../../../../ui/base/button";
import { trash } from "../../../../ui/base/icons-admin.generated";
import { Field } from "../../../../ui/forms/field";
import { Form } from "../../../../ui/forms/form";
import { Input } from "../../../../ui/forms/input";
import { useForm } from "../../../../ui/forms/use-form";
import { ConfirmDialog } from "../../../../ui/overlay/confirm-dialog";
import { toast } from "../../../../ui/overlay/toast-store";
import { keepFocus } from "../../shared/keep-focus";
import { withRecentSignIn } from "../recent-sign-in";
import type { SignInFailure } from "../sign-in-outcome";
import { createPasskey } from "./browser-passkeys";
import { accountReasonOf, useAccountCall } from "./use-account-call";

interface PasskeyPartProps {
  passkeys: PasskeyRow[];
  /** Whether the site supports passkeys. */
  isAvailable: boolean;
  /** Called after a change, with the recovery codes that it created, if any. */
  onChanged: (codes: string[] | null) => void;
}

/** The passkeys of the account: list, add and remove. */
export function PasskeyPart({ passkeys, isAvailable, onChanged }: PasskeyPartProps) {
  const { call, refresh, isBusy } = useAccountCall();
  const [isAdding, setAdding] = useState(false);
  const [asked, setAsked] = useState<PasskeyRow | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const endAdding = () =>
    keepFocus(
      () => setAdding(false),
      () => heading.current,
    );
  const remove = async ({ id }: PasskeyRow) => {
    const removed = await call({
      send: () => callApi("DELETE", "/api/account/passkeys/{id}", { path: { id } }),
      done: "Passkey removed",
      failed: "The passkey could not be removed",
    });
    if (removed) onChanged(null);
    return removed !== null;
  };
  return (
    <div className="two-step-part">
      <div className="two-step-head">
        <h3 ref={heading} tabIndex={-1}>
          Passkeys
        </h3>
        {isAvailable && !isAdding && (
          <Button variant="secondary" size="sm" onClick={() => setAdding(true)}>
            Add passkey
          </Button>
        )}
      </div>
      <p className="text-small text-soft">
        {isAvailable
          ? "Your fingerprint, face, screen lock or a security key confirms it's you."
          : "Passkeys need a host name, but this site uses an IP address."}
      </p>
      {passkeys.length > 0 && (
        <ul className="session-list">
          {passkeys.map((passkey) => (
            <li key={passkey.id}>
              <div>
                <strong>{passkey.name}</strong>
                <p className="text-small text-soft">
                  Added {passkey.created_text}
                  {passkey.last_used_text
                    ? `, last used ${passkey.last_used_text}`
                    : ", not used yet"}
                </p>
              </div>
              <IconButton
                className="text-danger"
                icon={trash}
                label={`Remove ${passkey.name}`}
                onClick={() => setAsked(passkey)}
              />
            </li>
          ))}
        </ul>
      )}
      {isAdding && (
        <AddPasskey
          onCancel={endAdding}
          onAdded={(codes) => {
            endAdding();
            onChanged(codes);
            refresh();
          }}
        />
      )}
      <ConfirmDialog
        open={asked !== null}
        onClose={() => setAsked(null)}
        kind="two-step sign-in"
        question={`Remove the passkey "${asked?.name}"?`}
        action="Remove"
        busyLabel="Removing"
        isBusy={isBusy}
        keep="Keep"
        onConfirm={async () => asked !== null && remove(asked)}
        onDone={() => {
          // The pressed button is removed with its row.
          heading.current?.focus();
          refresh();
        }}
      >
        <p className="text-soft">It will no longer sign you in. Remove it from your device too.</p>
      </ConfirmDialog>
    </div>
  );
}

const checkName = fieldCheck({ name: required("Give the passkey a name") });

interface AddPasskeyProps {
  onCancel: () => void;
  onAdded: (codes: string[] | null) => void;
}

function AddPasskey({ onCancel, onAdded }: AddPasskeyProps) {
  const form = useForm({
    check: (values): SignInFailure | null => {
      const fields = checkName(values);
      return hasErrors(fields) ? { message: fields.name ?? "", fields } : null;
    },
    send: ({ name = "" }) => addPasskey(name.trim()),
    failureOf: (refusal: Refused): SignInFailure => refusal.failure,
    onFailed: ({ message, fields }) => message && !hasErrors(fields) && toast("error", message),
    onDone: ({ recovery_codes }) => {
      toast("success", "Passkey added");
      onAdded(recovery_codes);
    },
    fallback: "[name=name]",
  });
  return (
    <Form
      ref={form.ref}
      onSubmit={form.onSubmit}
      errors={form.failure?.fields ?? {}}
      className="grid gap-4"
      aria-label="Add passkey"
    >
      <Field label="Name" name="name" hint="A name you'll recognise, such as Work laptop">
        <Input
          required
          autoFocus
          maxLength={FINISH_PASSKEY_BODY_NAME_MAX_LENGTH}
          autoComplete="off"
          readOnly={form.isBusy}
        />
      </Field>
      <div className="two-step-actions">
        <Button type="submit" keycap busy={form.isBusy} busyLabel="Waiting for your device...">
          Add
        </Button>
        <Button variant="quiet" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </Form>
  );
}

interface Refused {
  ok: false;
  failure: SignInFailure;
}

const refused = (message: string, fields = {}): Refused => ({
  ok: false,
  failure: { message, fields },
});

/** Creates a passkey in the browser and registers it with the server. */
async function addPasskey(name: string) {
  const begun = await withRecentSignIn(() =>
    callApi("POST", "/api/account/passkeys/begin", { invalidatesPages: false }),
  );
  if (!begun.ok) return refused(accountReasonOf(begun));
  const answer = await createPasskey(begun.data.options);
  // No message when the person cancelled.
  if (!answer.ok) return refused(answer.message ?? "");
  const body = { name, credential: answer.credential };
  const finished = await withRecentSignIn(() =>
    callApi("POST", "/api/account/passkeys/finish", { body }),
  );
  return finished.ok ? finished : refused(accountReasonOf(finished), finished.error.fields);
}
