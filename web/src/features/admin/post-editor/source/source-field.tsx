import { useEffect, useRef } from "react";
import { Textarea } from "../../../../ui/forms/input";
import { attributeText, type ContentEditorProps, textBox } from "../content-handle";
import { PAGE_BREAK } from "../content-stats";
import { useSourceEditor } from "./use-source-editor";

/** The article as HTML, in a plain text area until the editor with line numbers and colours has loaded. */
export function SourceField(props: ContentEditorProps) {
  const { id, html, error, describedBy, handle, onChange, bar } = props;
  const place = useRef<HTMLDivElement>(null);
  const textarea = useRef<HTMLTextAreaElement>(null);
  const attributes = { ...textBox(props), spellcheck: "true" };
  const source = useSourceEditor({ ...props, place, textarea, attributes });

  useEffect(() => {
    const insert = (text: string) => {
      if (source) return source.editor.insert(text);
      const field = textarea.current;
      if (!field) return;
      field.setRangeText(text, field.selectionEnd, field.selectionEnd, "end");
      field.focus();
      onChange(field.value);
    };
    handle.current = {
      flush: () => source?.sync.flush(),
      insertImage: (src, alt) =>
        insert(`<img src="${attributeText(src)}" alt="${attributeText(alt)}">`),
      insertPageBreak: () => insert(`\n${PAGE_BREAK}\n`),
      finder: () => source?.editor.finder ?? null,
    };
    return () => {
      handle.current = null;
    };
  });

  return (
    <>
      {bar && <div className="visual-bar">{bar}</div>}
      <div className="visual-place" ref={place}>
        {source === null && (
          <Textarea
            ref={textarea}
            id={id}
            name="content"
            aria-label="Main Content"
            aria-describedby={describedBy}
            aria-invalid={error ? true : undefined}
            rows={18}
            className="input-code visual-source"
            spellCheck
            value={html}
            onChange={(event) => onChange(event.target.value)}
          />
        )}
      </div>
    </>
  );
}
