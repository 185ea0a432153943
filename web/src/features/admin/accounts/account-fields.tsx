import type { ReactNode } from "react";
import type { AuthProps } from "../../../generated/api";
import { SIGN_UP_BODY_PASSWORD_MIN_LENGTH } from "../../../generated/limits";
import { Field } from "../../../ui/forms/field";
import { Form } from "../../../ui/forms/form";
import { Input } from "../../../ui/forms/input";
import { Notice } from "../../../ui/forms/notice";
import { PasswordInput } from "./password-input";
import { isAboveFields, LOCKED, type SignInFailure } from "./sign-in-outcome";
import type { AccountForm as AccountFormState } from "./use-account-form";

/** Id of the failure notice, which describes the form and its invalid fields while it is shown. */
const MESSAGE_ID = "account-message";

interface AccountFormProps {
  mode: AuthProps["mode"];
  of: AccountFormState;
  /** Initial value of the email field. */
  email?: string;
  className?: string;
  "aria-labelledby"?: string;
  /** Shown above the failure message. */
  heading?: ReactNode;
  children: ReactNode;
}

/** The frame of an account form, with the failure message above its fields. Without JavaScript it posts to `/auth`. */
export function AccountForm({ mode, of, email, heading, children, ...rest }: AccountFormProps) {
  const { ref, onSubmit, failure } = of;
  const noticeId = failure && isAboveFields(failure) ? MESSAGE_ID : undefined;
  return (
    <Form
      ref={ref}
      method="post"
      action="/auth"
      onSubmit={onSubmit}
      errors={failure?.fields ?? {}}
      noticeId={noticeId}
      initial={{ email }}
      className="grid gap-5"
      aria-describedby={noticeId}
      {...rest}
    >
      {heading}
      <input type="hidden" name="mode" value={mode} />
      <FailureNotice failure={failure} />
      {children}
    </Form>
  );
}

/** Says above the fields why the last attempt failed, unless the fields say so themselves. */
export function FailureNotice({ failure }: { failure: SignInFailure | null }) {
  if (!failure || !isAboveFields(failure)) return null;
  // The toast announces a lock. An alert here would announce every second of the countdown.
  const role = failure.message === LOCKED ? undefined : "alert";
  return (
    <Notice kind="error" id={MESSAGE_ID} role={role}>
      <strong>{failure.message}</strong>
      {failure.text && <span className="block">{failure.text}</span>}
    </Notice>
  );
}

/** Field for the account's email address. */
export function EmailField({ readOnly }: { readOnly: boolean }) {
  return (
    <Field label="Email" name="email" id="email">
      <Input
        type="email"
        required
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        readOnly={readOnly}
      />
    </Field>
  );
}

/** Field for a new password. */
export function NewPasswordField({
  readOnly,
  label = "Password",
}: {
  readOnly: boolean;
  label?: string;
}) {
  return (
    <Field
      label={label}
      name="password"
      id="password"
      hint={`At least ${SIGN_UP_BODY_PASSWORD_MIN_LENGTH} characters`}
    >
      <PasswordInput required autoComplete="new-password" readOnly={readOnly} />
    </Field>
  );
}
