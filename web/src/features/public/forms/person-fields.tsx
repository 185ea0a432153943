import {
  BOOK_BODY_EMAIL_MAX_LENGTH,
  BOOK_BODY_NAME_MAX_LENGTH,
  BOOK_BODY_WEBSITE_MAX_LENGTH,
} from "../../../generated/limits";
import { Field } from "../../../ui/forms/field";
import { Input } from "../../../ui/forms/input";

/** Fields for name and email address. */
export function PersonFields() {
  return (
    <>
      <Field label="Name" name="name" required>
        <Input autoComplete="name" maxLength={BOOK_BODY_NAME_MAX_LENGTH} />
      </Field>
      <EmailField label="Email" />
    </>
  );
}

/** Field for the email address. */
export function EmailField({ label, placeholder }: { label: string; placeholder?: string }) {
  return (
    <Field label={label} name="email" required>
      <Input
        type="email"
        autoComplete="email"
        maxLength={BOOK_BODY_EMAIL_MAX_LENGTH}
        placeholder={placeholder}
      />
    </Field>
  );
}

/** Field for the visitor's website. */
export function WebsiteField({ label, required }: { label: string; required?: boolean }) {
  return (
    <Field label={label} name="website" required={required}>
      <Input inputMode="url" autoComplete="url" maxLength={BOOK_BODY_WEBSITE_MAX_LENGTH} />
    </Field>
  );
}
