import type { Editor } from "@tiptap/core";
import { useEffect, useEffectEvent, useState, useSyncExternalStore } from "react";
import { imageDetails } from "./image-details";
import { useSteps } from "./use-steps";

/**
 * "closed" until another image is selected or this one is clicked, "open" beside the text, or "asked": opened by a key.
 */
type BoxState = "closed" | "open" | "asked";

export interface ImageBoxState {
  isShown: boolean;
  isAsked: boolean;
  open: () => void;
  close: () => void;
}

/**
 * Returns whether the box of the selected image is shown, from its selection until it is closed. Enter moves the focus
 * into it.
 */
export function useImageBox(editor: Editor | null): ImageBoxState {
  const isChosen = useSyncExternalStore(
    useSteps(editor),
    () => editor !== null && imageDetails(editor.state.selection) !== null,
    () => false,
  );
  const [state, setState] = useState<BoxState>("open");
  const isShown = isChosen && state !== "closed";
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (!isChosen || event.isComposing) return;
    if (event.key === "Enter") setState("asked");
    else if (event.key === "Escape" && isShown) setState("closed");
    else return;
    event.preventDefault();
    // Keeps Escape from ending focus mode, and Enter from adding a line.
    event.stopPropagation();
  });

  useEffect(() => {
    if (!editor) return;
    const text = editor.view.dom;
    const open = () => setState("open");
    const onLeave = ({ event }: { event: FocusEvent }) => {
      const to = event.relatedTarget;
      if (to instanceof Element && !to.closest(".image-box, .visual-bar")) setState("closed");
    };
    const press = (event: KeyboardEvent) => onKeyDown(event);
    editor.on("selectionUpdate", open).on("blur", onLeave);
    text.addEventListener("click", open);
    // Before the editor's key handlers.
    text.addEventListener("keydown", press, { capture: true });
    return () => {
      editor.off("selectionUpdate", open).off("blur", onLeave);
      text.removeEventListener("click", open);
      text.removeEventListener("keydown", press, { capture: true });
    };
  }, [editor]);

  return {
    isShown,
    isAsked: state === "asked",
    open: () => setState("open"),
    close: () => setState("closed"),
  };
}
