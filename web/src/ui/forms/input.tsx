import type { InputHTMLAttributes, Ref, SelectHTMLAttributes, TextareaHTMLAttributes } from "react";
import { cx } from "../../lib/cx";
import { useFieldWiring } from "./field";

/** A one-line text field. Inside a Field it takes its name, initial value and error state from there. */
export function Input({
  className,
  ...rest
}: InputHTMLAttributes<HTMLInputElement> & { ref?: Ref<HTMLInputElement> }) {
  return <input {...useFieldWiring()} {...rest} className={cx("input", className)} />;
}

/** A text area for several lines. */
export function Textarea({
  className,
  rows = 5,
  ...rest
}: TextareaHTMLAttributes<HTMLTextAreaElement> & { ref?: Ref<HTMLTextAreaElement> }) {
  return (
    <textarea {...useFieldWiring()} {...rest} rows={rows} className={cx("input", className)} />
  );
}

/** A native select. */
export function Select({
  className,
  ...rest
}: SelectHTMLAttributes<HTMLSelectElement> & { ref?: Ref<HTMLSelectElement> }) {
  return <select {...useFieldWiring()} {...rest} className={cx("input", className)} />;
}
