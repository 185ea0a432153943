import { type ReactNode, useId } from "react";
import { cx } from "../../lib/cx";

interface OptionItem {
  value: string;
  label: ReactNode;
  /** Note at the end of the row, in the monospace font. It describes the radio button but is not part of its name. */
  note?: ReactNode;
}

interface OptionGroupProps {
  /** The question. */
  legend: ReactNode;
  name: string;
  options: OptionItem[];
  value: string | null;
  onChange: (value: string) => void;
  className?: string;
}

/** A group of radio buttons, each in a row. Arrow keys work as in any native group. */
export function OptionGroup({
  legend,
  name,
  options,
  value,
  onChange,
  className,
}: OptionGroupProps) {
  const id = useId();
  return (
    <fieldset className={cx("options", className)}>
      <legend className="field-label">{legend}</legend>
      {options.map((option, index) => {
        const labelId = option.note ? `${id}-${index}` : undefined;
        const noteId = labelId && `${labelId}-note`;
        return (
          <label className="option" key={option.value}>
            <input
              type="radio"
              name={name}
              value={option.value}
              checked={value === option.value}
              onChange={() => onChange(option.value)}
              aria-labelledby={labelId}
              aria-describedby={noteId}
            />
            <span id={labelId}>{option.label}</span>
            {option.note && (
              <span className="option-note" id={noteId}>
                {option.note}
              </span>
            )}
          </label>
        );
      })}
    </fieldset>
  );
}
