import { useRef, useState } from "react";
import { Button, IconButton } from "../../../ui/base/button";
import { plus } from "../../../ui/base/icons.generated";
import { trash } from "../../../ui/base/icons-admin.generated";
import { Field, FieldError } from "../../../ui/forms/field";
import { useFormFields } from "../../../ui/forms/form";
import { Input } from "../../../ui/forms/input";

interface ProfileFieldsProps {
  count: number;
  readOnly: boolean;
  /** Called when a row is added or removed. */
  onChange: () => void;
}

/**
 * Rows for the company's profiles on other sites. Numbers of rows are never reused, so that each text stays in its row.
 */
export function ProfileFields({ count, readOnly, onChange }: ProfileFieldsProps) {
  const { errors } = useFormFields();
  const [rows, setRows] = useState(() => Array.from({ length: count }, (_, index) => index));
  const next = useRef(count);
  const section = useRef<HTMLElement>(null);

  const add = () => {
    setRows([...rows, next.current++]);
    onChange();
  };
  const remove = (row: number) => {
    onChange();
    setRows(rows.filter((other) => other !== row));
    section.current?.querySelector<HTMLElement>("h2")?.focus();
  };

  return (
    <section ref={section} className="editor-card" aria-labelledby="profiles">
      <h2 id="profiles" className="text-d4" tabIndex={-1}>
        Social profiles
      </h2>
      {rows.map((row, position) => (
        <div key={row} className="settings-profile">
          <Field label={`Network ${position + 1}`} name={`social_profiles.${row}.label`}>
            <Input placeholder="LinkedIn" autoComplete="off" readOnly={readOnly} />
          </Field>
          <Field label={`Address ${position + 1}`} name={`social_profiles.${row}.url`}>
            <Input type="url" placeholder="https://" autoComplete="off" readOnly={readOnly} />
          </Field>
          <IconButton
            icon={trash}
            label={`Remove profile ${position + 1}`}
            disabled={readOnly}
            onClick={() => remove(row)}
          />
        </div>
      ))}
      {errors.social_profiles && <FieldError>{errors.social_profiles}</FieldError>}
      <Button variant="secondary" icon={plus} disabled={readOnly} onClick={add}>
        Add profile
      </Button>
    </section>
  );
}
