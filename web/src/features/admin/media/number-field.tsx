import { useState } from "react";
import { Field } from "../../../ui/forms/field";
import { Input } from "../../../ui/forms/input";

interface NumberFieldProps {
  /** With the unit: "Left (px)". */
  label: string;
  value: number;
  min: number;
  max: number;
  onChange: (value: number) => void;
}

/** Field for a whole number. Typing takes effect at once; when the focus leaves, the field shows the accepted number. */
export function NumberField({ label, value, min, max, onChange }: NumberFieldProps) {
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <Field label={label}>
      <Input
        type="number"
        inputMode="numeric"
        min={min}
        max={max}
        step={1}
        value={typed ?? value}
        onChange={({ target }) => {
          setTyped(target.value);
          if (Number.isFinite(target.valueAsNumber)) onChange(target.valueAsNumber);
        }}
        onBlur={() => setTyped(null)}
      />
    </Field>
  );
}
