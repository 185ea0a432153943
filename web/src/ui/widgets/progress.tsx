import { cx } from "../../lib/cx";

interface ProgressProps {
  /** Whole per cent. */
  value: number;
  /** Accessible name. */
  label: string;
  className?: string;
}

/** A progress bar with a caret at its end. */
export function Progress({ value, label, className }: ProgressProps) {
  return (
    <progress
      className={cx("progress", className)}
      value={value}
      max={100}
      // Redundant for browsers, but some assistive technology only reads the attribute.
      aria-valuenow={value}
      aria-label={label}
    />
  );
}
