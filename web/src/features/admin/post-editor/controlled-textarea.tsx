import { type ComponentProps, useLayoutEffect, useRef, useState } from "react";
import { Textarea } from "../../../ui/forms/input";

/**
 * Text of several lines that always shows `value`. React's own way writes it into the document as well, as the text of
 * the element, and the browser looks at every `:has()` of the page for it: a tenth of what a key costs in a long post.
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
