import { Field } from "../../../ui/forms/field";
import { Input } from "../../../ui/forms/input";
import { ControlledTextarea } from "./controlled-textarea";
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

/** The inputs of plain texts, in the order of the form, except for the heading's. */
export function TextFields(props: TextFieldsProps) {
  return NAMES.map((name) => <TextInput key={name} {...props} name={name} />);
}

/** One input. Typing into it renders no other. */
function TextInput({ sync, set, name }: TextFieldsProps & { name: TextField }) {
  const { [name]: value } = useFields(sync, name);
  const { label, input: { required, hint, rows, className } = {} } = FIELDS[name];
  const field = { className, value };
  return (
    <Field label={label} name={name} required={required} hint={hint}>
      {rows ? (
        <ControlledTextarea
          {...field}
          rows={rows}
          onChange={(event) => set(name, event.target.value)}
        />
      ) : (
        <Input {...field} onChange={(event) => set(name, event.target.value)} />
      )}
    </Field>
  );
}
