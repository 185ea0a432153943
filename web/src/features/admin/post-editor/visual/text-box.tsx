import type { Editor } from "@tiptap/core";
import { type KeyboardEvent, type ReactNode, useLayoutEffect, useRef } from "react";
import { cx } from "../../../../lib/cx";
import { placeBox } from "./place-box";

interface TextBoxProps {
  editor: Editor;
  label: string;
  className?: string;
  /** Handles a key outside of composition. Returns true if the key has been handled. */
  onKey: (event: KeyboardEvent) => boolean;
  /** Called when the focus moves to another element. */
  onLeave: (to: Element) => void;
  children: ReactNode;
}

/** A box beside the selection in the text. */
export function TextBox({ editor, label, className, onKey, onLeave, children }: TextBoxProps) {
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (box.current) placeBox(box.current, editor, editor.state.selection);
  });
  const isGone = useRef(false);
  useLayoutEffect(() => {
    const own = box.current;
    isGone.current = false;
    return () => {
      isGone.current = true;
      // `commands.focus()` takes effect in the next frame: a key before that would be lost.
      if (own?.contains(document.activeElement) && !editor.isDestroyed) editor.view.focus();
    };
  }, [editor]);
  return (
    <div
      ref={box}
      role="dialog"
      aria-label={label}
      className={cx("text-box", className)}
      onKeyDown={(event) => {
        if (event.nativeEvent.isComposing || !onKey(event)) return;
        event.preventDefault();
        event.stopPropagation();
      }}
      onBlur={({ relatedTarget }) => {
        if (isGone.current || !(relatedTarget instanceof Element)) return;
        if (!box.current?.contains(relatedTarget)) onLeave(relatedTarget);
      }}
    >
      {children}
    </div>
  );
}
