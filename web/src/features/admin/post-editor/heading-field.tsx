import { useEffect, useLayoutEffect, useRef } from "react";
import { Button } from "../../../ui/base/button";
import { highlighter } from "../../../ui/base/icons-admin.generated";
import { Field } from "../../../ui/forms/field";
import { Input } from "../../../ui/forms/input";
import { FIELDS } from "./post-form";
import { type MarkedTitle, toggleMark } from "./title-mark";
import { type FormSource, useFields } from "./use-draft-sync";
import type { SetField } from "./use-post-editor";

interface HeadingFieldProps {
  sync: FormSource;
  /** Whether the post is new: the heading then has the focus first. */
  isNew: boolean;
  set: SetField;
}

/** Whether nothing has taken the focus since the page was opened. */
function isFocusFree(): boolean {
  const at = document.activeElement;
  return at === null || at === document.body || at.tagName === "H1";
}

/** The post's title. Some of its words can be marked, as the cover shows them. */
export function HeadingField({ sync, isNew, set }: HeadingFieldProps) {
  const { title } = useFields(sync, "title");
  const input = useRef<HTMLInputElement>(null);
  /** The selection to set once the field contains the marked title. */
  const next = useRef<MarkedTitle>(null);
  const { label, input: look } = FIELDS.title;
  useLayoutEffect(() => {
    if (next.current?.title !== title) return;
    input.current?.setSelectionRange(next.current.start, next.current.end);
    next.current = null;
  }, [title]);

  useEffect(() => {
    // On a touch screen the keyboard would cover the page.
    if (!isNew || !matchMedia("(pointer: fine)").matches || !isFocusFree()) return;
    input.current?.focus({ preventScroll: true });
  }, [isNew]);

  const mark = () => {
    if (!input.current) return;
    const { selectionStart, selectionEnd } = input.current;
    const end = selectionEnd ?? title.length;
    next.current = toggleMark({ title, start: selectionStart ?? end, end });
    input.current.focus();
    set("title", next.current.title);
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
          title="Highlights the selected words on the cover, using =="
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
        onChange={(event) => set("title", event.target.value)}
      />
    </Field>
  );
}
