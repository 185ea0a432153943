import { useLayoutEffect, useRef } from "react";
import { Button } from "../../../ui/base/button";
import { highlighter } from "../../../ui/base/icons-admin.generated";
import { Field } from "../../../ui/forms/field";
import { Input } from "../../../ui/forms/input";
import { FIELDS } from "./post-form";
import { type MarkedTitle, toggleMark } from "./title-mark";

interface HeadingFieldProps {
  title: string;
  onChange: (title: string) => void;
}

/** The post's title. Words of it can be marked, as they are on its cover. */
export function HeadingField({ title, onChange }: HeadingFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  /** What is to be selected once the marked title is in the field. */
  const next = useRef<MarkedTitle>(null);
  const { label, input: look } = FIELDS.title;
  useLayoutEffect(() => {
    if (next.current?.title !== title) return;
    input.current?.setSelectionRange(next.current.start, next.current.end);
    next.current = null;
  }, [title]);

  const mark = () => {
    if (!input.current) return;
    const { selectionStart, selectionEnd } = input.current;
    const end = selectionEnd ?? title.length;
    next.current = toggleMark({ title, start: selectionStart ?? end, end });
    input.current.focus();
    onChange(next.current.title);
  };
  return (
    <Field
      label={label}
      name="title"
      required={look?.required}
      aside={
        <Button
          variant="quiet"
          size="sm"
          icon={highlighter}
          title="Puts == around the selected words: the cover marks them"
          onMouseDown={(event) => event.preventDefault()}
          onClick={mark}
        >
          Mark words
        </Button>
      }
    >
      <Input
        ref={input}
        className={look?.className}
        value={title}
        onChange={(event) => onChange(event.target.value)}
      />
    </Field>
  );
}
