import { useId } from "react";
import { Checkbox } from "../../../ui/forms/checkbox";
import { FieldError } from "../../../ui/forms/field";
import { toggled } from "./post-form";

interface SectionTagsFieldProps {
  /** The fixed list. */
  all: readonly string[];
  chosen: readonly string[];
  error?: string;
  onChange: (chosen: string[]) => void;
}

/** The sections of the site in which the post is shown. */
export function SectionTagsField({ all, chosen, error, onChange }: SectionTagsFieldProps) {
  const errorId = useId();
  return (
    <fieldset className="section-tags" aria-describedby={error ? errorId : undefined}>
      <legend className="field-label">Section Tags</legend>
      <div>
        {all.map((name) => (
          <Checkbox
            key={name}
            label={name}
            name="section_tags"
            value={name}
            checked={chosen.includes(name)}
            onChange={() => onChange(toggled(chosen, all, name))}
          />
        ))}
      </div>
      {error && <FieldError id={errorId}>{error}</FieldError>}
    </fieldset>
  );
}
