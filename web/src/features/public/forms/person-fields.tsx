import type { Ref } from "react";
import { Field } from "../../../ui/forms/field";
import { Input } from "../../../ui/forms/input";
import type { FieldErrors, Values } from "./enquiry";

interface PersonFieldsProps {
  errors: FieldErrors;
  initial: Values;
  /** The first of them, for a form that takes the focus. */
  firstRef?: Ref<HTMLInputElement>;
}

/** Who writes: name and e-mail address. */
export function PersonFields({ errors, initial, firstRef }: PersonFieldsProps) {
  return (
    <>
      <Field label="Name" required error={errors.name}>
        <Input
          ref={firstRef}
          name="name"
          autoComplete="name"
          maxLength={100}
          defaultValue={initial.name}
        />
      </Field>
      <Field label="Email" required error={errors.email}>
        <Input
          name="email"
          type="email"
          autoComplete="email"
          maxLength={254}
          defaultValue={initial.email}
        />
      </Field>
    </>
  );
}
