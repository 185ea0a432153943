import type { Editor } from "@tiptap/core";
import { useSyncExternalStore } from "react";
import { Field } from "../../../../ui/forms/field";
import { Input } from "../../../../ui/forms/input";
import { useSteps } from "./use-steps";

/** What the chosen image says to those who cannot see it. */
export function ImageRow({ editor }: { editor: Editor }) {
  // The editor's own: it also changes when a step is undone.
  const alt = useSyncExternalStore(useSteps(editor), () =>
    String(editor.getAttributes("image").alt ?? ""),
  );
  // A step for the attribute alone: the image stays chosen.
  const change = (text: string) =>
    editor.view.dispatch(
      editor.state.tr.setNodeAttribute(editor.state.selection.from, "alt", text),
    );
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
