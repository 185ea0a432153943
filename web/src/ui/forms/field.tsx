import { createContext, type ReactNode, useContext, useId } from "react";
import { cx } from "../../lib/cx";
import { Icon } from "../base/icon";
import { circleAlert } from "../base/icons.generated";

/** What a control inside a field takes over: its id, its descriptions and its state. */
interface FieldWiring {
  id: string;
  "aria-describedby"?: string;
  "aria-invalid"?: true;
  required?: boolean;
  autoFocus?: true;
}

const Wiring = createContext<FieldWiring | null>(null);

/** The wiring of the field around a control; empty outside of one. */
export const useFieldWiring = (): Partial<FieldWiring> => useContext(Wiring) ?? {};

interface FieldProps {
  label: ReactNode;
  /** Help under the control. */
  hint?: ReactNode;
  /** What is wrong, as a sentence. Marks the control invalid. */
  error?: string | null;
  required?: boolean;
  /** Id of the control; made when absent. */
  id?: string;
  /** A separate control beside the label, such as a help card. */
  aside?: ReactNode;
  /** The label is read but not shown. */
  hideLabel?: boolean;
  className?: string;
  /** One control: Input, Textarea, Select. */
  children: ReactNode;
}

/** A labelled control with its hint and its error, wired for assistive technology. */
export function Field({
  label,
  hint,
  error,
  required,
  id,
  aside,
  hideLabel,
  className,
  children,
}: FieldProps) {
  const made = useId();
  const control = id ?? made;
  const hintId = hint ? `${control}-hint` : undefined;
  const errorId = error ? `${control}-error` : undefined;
  const name = (
    // The asterisk of a required field is drawn: the label's words stay the field's name.
    <label
      htmlFor={control}
      className={hideLabel ? "sr-only" : cx("field-label", required && "field-required")}
    >
      {label}
    </label>
  );
  return (
    <div className={cx("field", className)}>
      {aside ? (
        <div className="field-head">
          {name}
          {aside}
        </div>
      ) : (
        name
      )}
      <Wiring.Provider
        value={{
          id: control,
          "aria-describedby": cx(errorId, hintId),
          "aria-invalid": error ? true : undefined,
          required,
          // What came back from a POST without scripts: the browser goes to the first field that is wrong.
          autoFocus: error ? true : undefined,
        }}
      >
        {children}
      </Wiring.Provider>
      {hint && (
        <p id={hintId} className="field-hint">
          {hint}
        </p>
      )}
      {error && <FieldError id={errorId}>{error}</FieldError>}
    </div>
  );
}

/** The message of a control that is wrong. */
export function FieldError({ id, children }: { id?: string; children: ReactNode }) {
  return (
    <p id={id} className="field-error">
      <Icon of={circleAlert} size={16} />
      <span>{children}</span>
    </p>
  );
}
