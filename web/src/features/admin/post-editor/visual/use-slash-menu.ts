import type { Editor } from "@tiptap/core";
import { useSyncExternalStore } from "react";
import type { OpenMenu } from "./slash-menu";
import { useSteps } from "./use-steps";

/** Returns the open slash menu, if any. */
export const useSlashMenu = (editor: Editor | null): OpenMenu | null =>
  useSyncExternalStore(
    useSteps(editor),
    () => editor?.storage.slashMenu.menu ?? null,
    () => null,
  );
