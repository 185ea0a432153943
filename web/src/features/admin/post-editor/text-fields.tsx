import { Field } from "../../../ui/forms/field";
import { Input, Textarea } from "../../../ui/forms/input";
import { FIELD_NAMES, FIELDS, type TextField } from "./post-form";
import { type FormSource, useFields } from "./use-draft-sync";
import type { SetField } from "./use-post-editor";

interface TextFieldsProps {
  sync: FormSource;
  set: SetField;
}

const NAMES = FIELD_NAMES.filter(
  (name): name is TextField => "input" in FIELDS[name] && name !== "title",
);

/** The inputs of the texts that need nothing special, in the order of the form: all but the heading's. */
export function TextFields({ sync, set }: TextFieldsProps) {
  const form = useFields(sync, ...NAMES);
  return NAMES.map((name) => {
    const { label, input: { required, hint, rows, className } = {} } = FIELDS[name];
    const field = { className, value: form[name] };
    return (
      <Field key={name} label={label} name={name} required={required} hint={hint}>
        {rows ? (
          <Textarea {...field} rows={rows} onChange={(event) => set(name, event.target.value)} />
        ) : (
          <Input {...field} onChange={(event) => set(name, event.target.value)} />
        )}
      </Field>
    );
  });
}
