import type { Editor } from "@tiptap/core";
import { useCallback } from "react";

/** Returns a function that subscribes to the editor's transactions, for `useSyncExternalStore`. */
export function useSteps(editor: Editor | null): (onChange: () => void) => () => void {
  return useCallback(
    (onChange: () => void) => {
      editor?.on("transaction", onChange);
      return () => void editor?.off("transaction", onChange);
    },
    [editor],
  );
}
