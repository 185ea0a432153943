import type { Editor } from "@tiptap/core";
import { type RefObject, useEffect, useRef } from "react";
import { Toolbar } from "./toolbar";
import { useVisualEditor } from "./use-visual-editor";

/** What the rest of the form can ask of the editor. */
export interface VisualHandle {
  editor: Editor | null;
  /** Tells the form what was typed since it was told last. */
  flush: () => void;
}

interface VisualEditorProps {
  /** Id of the text box. */
  id: string;
  html: string;
  isDisabled: boolean;
  error?: string;
  /** Ids of what describes the text box. */
  describedBy?: string;
  handle: RefObject<VisualHandle | null>;
  onChange: (html: string) => void;
  onFail: () => void;
}

/** The article as readers see it, to be written in. */
export function VisualEditor({
  id,
  html,
  isDisabled,
  error,
  describedBy,
  handle,
  onChange,
  onFail,
}: VisualEditorProps) {
  const place = useRef<HTMLDivElement>(null);
  const attributes: Record<string, string> = {
    id,
    role: "textbox",
    "aria-multiline": "true",
    "aria-label": "Main Content",
    class: "prose visual-text",
    ...(describedBy ? { "aria-describedby": describedBy } : {}),
    ...(error ? { "aria-invalid": "true" } : {}),
    ...(isDisabled ? { "aria-disabled": "true" } : {}),
  };
  const { editor, flush } = useVisualEditor({
    place,
    html,
    isDisabled,
    attributes,
    onChange,
    onFail,
  });
  useEffect(() => {
    handle.current = { editor, flush };
    return () => {
      handle.current = null;
    };
  });

  return (
    <>
      <Toolbar editor={editor} controls={id} />
      <div className="visual-place" ref={place}>
        {editor === null && (
          <p role="status" className="visual-wait mono">
            Initializing editor...
          </p>
        )}
      </div>
    </>
  );
}
