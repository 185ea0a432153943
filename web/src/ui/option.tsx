import type { ReactNode } from "react";
import { cx } from "../lib/cx";

interface OptionItem {
  value: string;
  label: ReactNode;
  /** Mono note at the end of the row. */
  note?: ReactNode;
}

interface OptionGroupProps {
  /** What is asked. */
  legend: ReactNode;
  hideLegend?: boolean;
  name: string;
  options: OptionItem[];
  value: string | null;
  onChange: (value: string) => void;
  disabled?: boolean;
  className?: string;
}

/** One of several, as radio rows: arrow keys move, the rows are the browser's own radio buttons. */
export function OptionGroup({
  legend,
  hideLegend,
  name,
  options,
  value,
  onChange,
  disabled,
  className,
}: OptionGroupProps) {
  return (
    <fieldset className={cx("options", className)} disabled={disabled}>
      <legend className={hideLegend ? "sr-only" : "field-label"}>{legend}</legend>
      {options.map((option) => (
        <label className="option" key={option.value}>
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={value === option.value}
            onChange={() => onChange(option.value)}
          />
          <span>{option.label}</span>
          {option.note && <span className="option-note">{option.note}</span>}
        </label>
      ))}
    </fieldset>
  );
}
