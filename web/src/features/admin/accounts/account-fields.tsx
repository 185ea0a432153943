import type { FormEvent, ReactNode, RefObject } from "react";
import type { AuthProps } from "../../../generated/api";
import { Icon } from "../../../ui/base/icon";
import { circleAlert, circleCheck } from "../../../ui/base/icons.generated";
import { Field } from "../../../ui/forms/field";
import { Input } from "../../../ui/forms/input";
import { PasswordInput } from "./password-input";
import type { SignInFailure } from "./sign-in-outcome";

/** What the form is described by while something is wrong. */
export const MESSAGE_ID = "account-message";

interface AccountFormProps {
  mode: AuthProps["mode"];
  form: RefObject<HTMLFormElement | null>;
  failure: SignInFailure | null;
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  children: ReactNode;
}

/** The frame of a form of `/auth`, with what went wrong above its fields. Without JavaScript it posts to the page. */
export function AccountForm({ mode, form, failure, onSubmit, children }: AccountFormProps) {
  return (
    <form
      ref={form}
      method="post"
      action="/auth"
      noValidate
      onSubmit={onSubmit}
      className="grid gap-5"
      aria-describedby={failure ? MESSAGE_ID : undefined}
    >
      <input type="hidden" name="mode" value={mode} />
      <FailureNotice failure={failure} />
      {children}
    </form>
  );
}

interface FieldProps {
  failure: SignInFailure | null;
  readOnly: boolean;
}

/** Why the last try failed, above the fields. Not a live region: the toast is read, and this stays. */
export function FailureNotice({ failure }: { failure: SignInFailure | null }) {
  if (!failure) return null;
  return (
    <p id={MESSAGE_ID} className="notice notice-error">
      <Icon of={circleAlert} />
      <span>
        <strong>{failure.message}</strong>
        {failure.text && <span className="block">{failure.text}</span>}
      </span>
    </p>
  );
}

/** What went well. */
export function SuccessNotice({ children }: { children: ReactNode }) {
  return (
    <p className="notice notice-ok">
      <Icon of={circleCheck} />
      <span>{children}</span>
    </p>
  );
}

/** The account's address. */
export function EmailField({ failure, readOnly, value }: FieldProps & { value: string }) {
  return (
    <Field label="Email" id="email" error={failure?.errors.email}>
      <Input
        name="email"
        type="email"
        required
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        defaultValue={value}
        readOnly={readOnly}
      />
    </Field>
  );
}

/** A password that is to be set. */
export function NewPasswordField({
  failure,
  readOnly,
  label = "Password",
}: FieldProps & { label?: string }) {
  return (
    <Field
      label={label}
      id="password"
      error={failure?.errors.password}
      hint="At least 8 characters"
    >
      <PasswordInput name="password" required autoComplete="new-password" readOnly={readOnly} />
    </Field>
  );
}
