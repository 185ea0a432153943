import { useDeferredValue, useMemo, useRef } from "react";
import { Button } from "../../ui/button";
import { Field } from "../../ui/field";
import { separatorHorizontal } from "../../ui/icons-admin.generated";
import { Textarea } from "../../ui/input";
import { CONTENT_WARNING, countWords, PAGE_BREAK, statsText } from "./content-stats";

interface ContentFieldProps {
  content: string;
  error?: string;
  onChange: (content: string) => void;
}

/** The article as HTML. */
export function ContentField({ content, error, onChange }: ContentFieldProps) {
  const textarea = useRef<HTMLTextAreaElement>(null);
  // Counting a long article must not hold up typing.
  const counted = useDeferredValue(content);
  const stats = useMemo(() => statsText(countWords(counted)), [counted]);

  const addPageBreak = () => {
    const field = textarea.current;
    if (!field) return;
    const { selectionStart, selectionEnd } = field;
    field.setRangeText(`\n${PAGE_BREAK}\n`, selectionStart, selectionEnd, "end");
    field.focus();
    onChange(field.value);
  };

  return (
    <>
      <Field
        label="Main Content"
        hideLabel
        error={error}
        hint={
          content.length > CONTENT_WARNING
            ? "Content is over 1,000,000 characters: the page will be slow."
            : "HTML. Headings from h2 down; scripts and styles are taken out when it is saved."
        }
      >
        <Textarea
          ref={textarea}
          name="content"
          rows={18}
          className="input-code"
          spellCheck
          value={content}
          onChange={(event) => onChange(event.target.value)}
        />
      </Field>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <Button variant="secondary" size="sm" icon={separatorHorizontal} onClick={addPageBreak}>
          Add Page Break
        </Button>
        <p className="mono num">{stats}</p>
      </div>
    </>
  );
}
