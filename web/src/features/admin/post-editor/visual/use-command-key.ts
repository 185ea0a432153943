import type { Editor } from "@tiptap/core";
import { useEffect, useEffectEvent } from "react";

/** Whether a key was pressed with Ctrl or Command and no other modifier. */
const isCommandKey = (event: KeyboardEvent, key: string): boolean =>
  (event.ctrlKey || event.metaKey) &&
  !event.altKey &&
  !event.shiftKey &&
  event.key.toLowerCase() === key;

/** Calls `onPress` when a key is pressed with Ctrl or Command in the text. */
export function useCommandKey(editor: Editor | null, key: string, onPress: () => void): void {
  const press = useEffectEvent(onPress);
  useEffect(() => {
    if (!editor) return;
    const text = editor.view.dom;
    const onKeyDown = (event: KeyboardEvent) => {
      if (!isCommandKey(event, key)) return;
      event.preventDefault();
      press();
    };
    text.addEventListener("keydown", onKeyDown);
    return () => text.removeEventListener("keydown", onKeyDown);
  }, [editor, key]);
}
