import type { Editor } from "@tiptap/core";
import { useState } from "react";
import { Field } from "../../../ui/field";
import { Input } from "../../../ui/input";

/** What the chosen image says to those who cannot see it. */
export function ImageRow({ editor }: { editor: Editor }) {
  const [alt, setAlt] = useState(() => String(editor.getAttributes("image").alt ?? ""));
  const change = (text: string) => {
    setAlt(text);
    // A step for the attribute alone: the image stays chosen.
    editor.view.dispatch(
      editor.state.tr.setNodeAttribute(editor.state.selection.from, "alt", text),
    );
  };
  return (
    <div className="visual-row visual-ask">
      <Field label="Alt text" hint="What the image shows, for those who cannot see it.">
        <Input
          value={alt}
          onChange={(event) => change(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== "Enter" && event.key !== "Escape") return;
            event.preventDefault();
            event.stopPropagation();
            editor.commands.focus();
          }}
        />
      </Field>
    </div>
  );
}
