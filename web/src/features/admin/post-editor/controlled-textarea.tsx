import { type ComponentProps, useLayoutEffect, useRef, useState } from "react";
import { Textarea } from "../../../ui/forms/input";

/**
 * A text area that always shows `value`. React's controlled text area also writes the value into the document, as the
 * element's text, for which the browser re-evaluates every `:has()` of the page: a tenth of the cost of a key in a long
 * post.
 */
export function ControlledTextarea({
  value,
  ...rest
}: Omit<ComponentProps<typeof Textarea>, "ref" | "defaultValue"> & { value: string }) {
  const field = useRef<HTMLTextAreaElement>(null);
  const [first] = useState(value);
  useLayoutEffect(() => {
    if (field.current && field.current.value !== value) field.current.value = value;
  });
  return <Textarea {...rest} ref={field} defaultValue={first} />;
}
