import { useEffect, useRef, useState } from "react";
import { useChunk } from "../../../../ui/base/use-chunk";
import { type ContentEditorProps, textBox } from "../content-handle";
import { Toolbar } from "./toolbar";
import { useCommandKey } from "./use-command-key";
import { useVisualEditor } from "./use-visual-editor";

const loadLinkBox = () => import("./link-box");

interface VisualEditorProps extends ContentEditorProps {
  onRunning: (change: 1 | -1) => void;
  onFail: () => void;
}

/** The article as readers see it, to be written in. */
export function VisualEditor(props: VisualEditorProps) {
  const { id, html, isDisabled, handle, onChange, onRunning, onFail } = props;
  const place = useRef<HTMLDivElement>(null);
  const attributes = { ...textBox(props), class: "prose visual-text" };
  const { editor, flush } = useVisualEditor({
    place,
    html,
    isDisabled,
    attributes,
    onChange,
    onRunning,
    onFail,
  });
  const [isLinking, setLinking] = useState(false);
  const stopLinking = () => setLinking(false);
  const linkBox = useChunk(isLinking, loadLinkBox, stopLinking);
  useCommandKey(editor, "k", () => setLinking(true));
  useEffect(() => {
    handle.current = {
      flush,
      insertImage: (src, alt) => editor?.chain().focus().setImage({ src, alt }).run(),
      insertPageBreak: () => editor?.chain().focus().insertPageBreak().run(),
    };
    return () => {
      handle.current = null;
    };
  });

  return (
    <>
      <Toolbar editor={editor} controls={id} isLinking={isLinking} onLink={setLinking} />
      <div className="visual-frame">
        <div className="visual-place" ref={place}>
          {editor === null && (
            <p role="status" className="visual-wait mono">
              Initializing editor...
            </p>
          )}
        </div>
        {isLinking && linkBox && editor && (
          <linkBox.LinkBox editor={editor} onClose={stopLinking} />
        )}
      </div>
    </>
  );
}
