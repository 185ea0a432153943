import { cx } from "../../lib/cx";

interface ProgressProps {
  /** Whole per cent. */
  value: number;
  /** What is making progress. */
  label: string;
  className?: string;
}

/** How far something has come: a bar with a caret at its end. */
export function Progress({ value, label, className }: ProgressProps) {
  return (
    <progress
      className={cx("progress", className)}
      value={value}
      max={100}
      // What a browser knows of the element anyway; some assistive technology only reads the attribute.
      aria-valuenow={value}
      aria-label={label}
    />
  );
}
