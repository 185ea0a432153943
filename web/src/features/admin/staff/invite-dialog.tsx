import { useId } from "react";
import type { ErrorDetail, Role } from "../../../generated/api";
import { INVITE_BODY_EMAIL_MAX_LENGTH } from "../../../generated/limits";
import { callApi } from "../../../lib/api";
import {
  emailError,
  type FieldErrors,
  fieldCheck,
  hasErrors,
  required,
} from "../../../lib/form-rules";
import { useNavigate } from "../../../lib/site-context";
import { Button } from "../../../ui/base/button";
import { Field } from "../../../ui/forms/field";
import { Form } from "../../../ui/forms/form";
import { Input, Select } from "../../../ui/forms/input";
import { Notice } from "../../../ui/forms/notice";
import { useForm } from "../../../ui/forms/use-form";
import { Dialog } from "../../../ui/overlay/dialog";
import { toast } from "../../../ui/overlay/toast-store";
import { withRecentSignIn } from "../accounts/recent-sign-in";
import { reasonOf, useSignInAgain } from "../lists/use-staff-call";
import { ROLES } from "./roles";

const check = fieldCheck({ email: required("Email is required", emailError) });

interface Failure {
  fields: FieldErrors;
  /** Why it failed when no field is wrong. */
  reason: string | null;
}

/** Asks for the address and the role of somebody to invite. */
export function InviteDialog({ onClose }: { onClose: () => void }) {
  const heading = useId();
  const navigate = useNavigate();
  const signInAgain = useSignInAgain();
  const form = useForm({
    check: (values): Failure | null => {
      const fields = check(values);
      return hasErrors(fields) ? { fields, reason: null } : null;
    },
    send: async ({ email = "", role }) => {
      const body = { email: email.trim(), role: role as Role };
      const result = await withRecentSignIn(() =>
        callApi("POST", "/api/admin/staff/invitations", { body }),
      );
      return result.ok ? { ok: true as const, data: body.email } : result;
    },
    failureOf: ({ status, error }: { ok: false; status: number; error: ErrorDetail }): Failure => {
      if (status === 401) signInAgain();
      const fields = error.fields ?? {};
      return { fields, reason: hasErrors(fields) ? null : reasonOf(error) };
    },
    onDone: (email) => {
      onClose();
      toast("success", `The invitation is on its way to ${email}.`);
      navigate("/admin/staff", { replace: true, keepScroll: true });
    },
    fallback: "[name=email]",
  });
  const { failure, isBusy } = form;
  return (
    <Dialog open onClose={onClose} title="invite" labelledBy={heading} locked={isBusy}>
      <Form
        ref={form.ref}
        onSubmit={form.onSubmit}
        errors={failure?.fields ?? {}}
        noValidate
        className="grid gap-4"
      >
        <h2 id={heading} className="text-d4">
          Invite someone to the staff
        </h2>
        <p className="text-soft">
          We'll email a link that sets a password. It works once, for seven days.
        </p>
        {failure?.reason && (
          <Notice kind="error" role="alert">
            {failure.reason}
          </Notice>
        )}
        <Field label="Email" name="email" required>
          <Input
            type="email"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={INVITE_BODY_EMAIL_MAX_LENGTH}
            readOnly={isBusy}
          />
        </Field>
        <Field
          label="Role"
          name="role"
          hint={ROLES.map(({ label, rights }) => `${label}: ${rights}`).join(" ")}
        >
          <Select defaultValue="editor">
            {ROLES.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </Select>
        </Field>
        <div className="confirm-actions">
          <Button variant="secondary" disabled={isBusy} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" busy={isBusy} busyLabel="Sending">
            Send invitation
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}
