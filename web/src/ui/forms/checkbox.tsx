import { type InputHTMLAttributes, type ReactNode, type Ref, useId } from "react";
import { cx } from "../../lib/cx";
import { FieldError } from "./field";

type NativeProps = Omit<InputHTMLAttributes<HTMLInputElement>, "type"> & {
  ref?: Ref<HTMLInputElement>;
};

/** A checkbox with its label in one 44 px row. */
export function Checkbox({
  label,
  error,
  className,
  ...rest
}: NativeProps & { label: ReactNode; error?: string | null }) {
  const errorId = useId();
  return (
    <div className={cx("field", className)}>
      <label className="check">
        <input
          {...rest}
          type="checkbox"
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? errorId : undefined}
        />
        <span>{label}</span>
      </label>
      {error && <FieldError id={errorId}>{error}</FieldError>}
    </div>
  );
}

/** A switch that takes effect at once. */
export function Switch({
  label,
  hint,
  className,
  ...rest
}: NativeProps & { label: ReactNode; hint?: ReactNode }) {
  return (
    <label className={cx("switch", className)}>
      <span>
        {label}
        {hint && <small>{hint}</small>}
      </span>
      {/* biome-ignore lint/a11y/useAriaPropsForRole: a native checkbox exposes its checked state */}
      <input {...rest} type="checkbox" role="switch" />
    </label>
  );
}
