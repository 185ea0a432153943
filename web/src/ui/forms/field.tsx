import { createContext, type ReactNode, useContext, useId, useState } from "react";
import { cx } from "../../lib/cx";
import { Icon } from "../base/icon";
import { circleAlert } from "../base/icons.generated";
import { useFormFields } from "./form";

/** What a control gets from the field around it: its name, its descriptions and its state. */
interface FieldWiring {
  id: string;
  name?: string;
  defaultValue?: string;
  "aria-describedby"?: string;
  "aria-invalid"?: true;
  required?: boolean;
  autoFocus?: boolean;
}

const Wiring = createContext<FieldWiring | null>(null);

/** Returns the wiring from the field around a control; empty outside of a field. */
export const useFieldWiring = (): Partial<FieldWiring> => useContext(Wiring) ?? {};

interface FieldProps {
  label: ReactNode;
  /** Name of the control, under which the form has its message and initial value. */
  name?: string;
  /** Help text below the control. */
  hint?: ReactNode;
  /**
   * The error message, as a sentence. Marks the control as invalid. Default: the form's message for `name`, until the
   * control is edited.
   */
  error?: string | null;
  required?: boolean;
  /** Id of the control; generated if absent. */
  id?: string;
  /** A separate control beside the label, such as a help card. */
  aside?: ReactNode;
  /** Whether the label is visually hidden. */
  hideLabel?: boolean;
  className?: string;
  /** One control: Input, Textarea, Select. */
  children: ReactNode;
}

/** A labelled control with its hint and its error, wired for assistive technology. */
export function Field({
  label,
  name,
  hint,
  error: given,
  required,
  id,
  aside,
  hideLabel,
  className,
  children,
}: FieldProps) {
  const made = useId();
  const fields = useFormFields();
  const { errors, initial, noticeId } = fields;
  /** The form's messages when the control was last edited. */
  const [answered, setAnswered] = useState<typeof errors>();
  const message = name && errors[name];
  const error = given ?? (errors !== answered && message);
  if (message) fields.first ??= name;
  const control = id ?? made;
  const hintId = hint ? `${control}-hint` : undefined;
  const errorId = error ? (noticeId ?? `${control}-error`) : undefined;
  const labelled = (
    // The asterisk of a required field is added by CSS, so that it is not part of the accessible name.
    <label
      htmlFor={control}
      className={hideLabel ? "sr-only" : cx("field-label", required && "field-required")}
    >
      {label}
    </label>
  );
  return (
    <div className={cx("field", className)} onInput={() => setAnswered(errors)}>
      {aside ? (
        <div className="field-head">
          {labelled}
          {aside}
        </div>
      ) : (
        labelled
      )}
      <Wiring.Provider
        value={{
          id: control,
          name,
          defaultValue: name && initial?.[name],
          "aria-describedby": cx(errorId, hintId),
          "aria-invalid": error ? true : undefined,
          required,
          // After a POST without JavaScript, the browser focuses the first invalid field.
          autoFocus: !!message && fields.first === name,
        }}
      >
        {children}
      </Wiring.Provider>
      {hint && (
        <p id={hintId} className="field-hint">
          {hint}
        </p>
      )}
      {error && !noticeId && <FieldError id={errorId}>{error}</FieldError>}
    </div>
  );
}

/** The error message of a control. */
export function FieldError({ id, children }: { id?: string; children: ReactNode }) {
  return (
    <p id={id} className="field-error">
      <Icon of={circleAlert} size={16} />
      <span>{children}</span>
    </p>
  );
}
