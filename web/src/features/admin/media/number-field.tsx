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

/** A whole number. What is typed counts at once; the field shows what became of it when it is left. */
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
