import type { Editor } from "@tiptap/core";
import { useCallback } from "react";

/** What calls `onChange` after each step of the editor, for `useSyncExternalStore`. */
export function useSteps(editor: Editor | null): (onChange: () => void) => () => void {
  return useCallback(
    (onChange: () => void) => {
      editor?.on("transaction", onChange);
      return () => void editor?.off("transaction", onChange);
    },
    [editor],
  );
}
