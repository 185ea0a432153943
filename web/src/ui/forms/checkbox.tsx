import type { InputHTMLAttributes, ReactNode, Ref } from "react";
import { cx } from "../../lib/cx";

type NativeProps = Omit<InputHTMLAttributes<HTMLInputElement>, "type" | "className"> & {
  ref?: Ref<HTMLInputElement>;
};

/** A checkbox with its label in one 44 px row. */
export function Checkbox({
  label,
  className,
  ...rest
}: NativeProps & { label: ReactNode; className?: string }) {
  return (
    <div className={cx("field", className)}>
      <label className="check">
        <input {...rest} type="checkbox" />
        <span>{label}</span>
      </label>
    </div>
  );
}

/** A switch that takes effect at once. */
export function Switch({
  label,
  hint,
  ...rest
}: NativeProps & { label: ReactNode; hint?: ReactNode }) {
  return (
    <label className="switch">
      <span>
        {label}
        {hint && <small>{hint}</small>}
      </span>
      {/* biome-ignore lint/a11y/useAriaPropsForRole: a native checkbox exposes its checked state */}
      <input {...rest} type="checkbox" role="switch" />
    </label>
  );
}
