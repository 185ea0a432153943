import type { Role } from "../../../generated/api";
import { INVITE_BODY_EMAIL_MAX_LENGTH } from "../../../generated/limits";
import { callApi } from "../../../lib/api";
import { emailError, fieldCheck, required } from "../../../lib/form-rules";
import { Field } from "../../../ui/forms/field";
import { Input, Select } from "../../../ui/forms/input";
import { withRecentSignIn } from "../accounts/recent-sign-in";
import { FormDialog, StaffForm } from "../lists/staff-form";
import { ROLES } from "./roles";

const check = fieldCheck({ email: required("Email is required", emailError) });

async function invite(email: string, role: Role) {
  const body = { email, role };
  const result = await withRecentSignIn(() =>
    callApi("POST", "/api/admin/staff/invitations", { body }),
  );
  return result.ok ? { ok: true as const, data: email } : result;
}

/** Asks for the address and the role of a new member of staff. */
export function InviteDialog({ onClose }: { onClose: () => void }) {
  return (
    <FormDialog open onClose={onClose} kind="invite" heading="Invite a member of staff">
      <StaffForm
        check={check}
        send={({ email = "", role }) => invite(email.trim(), role as Role)}
        done={(email) => [`The invitation is on its way to ${email}.`]}
        submit="Send invitation"
        busyLabel="Sending"
        onClose={onClose}
      >
        {(isBusy) => (
          <>
            <p className="text-soft">
              We'll email them a link to set a password. It works once and expires after seven days.
            </p>
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
              <Select defaultValue="editor" disabled={isBusy}>
                {ROLES.map(({ value, label }) => (
                  <option key={value} value={value}>
                    {label}
                  </option>
                ))}
              </Select>
            </Field>
          </>
        )}
      </StaffForm>
    </FormDialog>
  );
}
