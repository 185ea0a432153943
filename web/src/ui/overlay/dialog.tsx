import { type ReactNode, useId, useLayoutEffect, useRef, useState } from "react";
import { cx } from "../../lib/cx";
import { IconButton } from "../base/button";
import { x } from "../base/icons.generated";
import { useOpenDialogs } from "./toast-store";
import { Toaster } from "./toaster";

interface DialogProps {
  open: boolean;
  /** Called on Escape, the close button or a click outside the dialog. */
  onClose: () => void;
  /** Mono line in the header, and the name of the dialog unless `labelledBy` names a heading inside. */
  title: ReactNode;
  labelledBy?: string;
  /** 460 px (default) or 560 px; "drawer": from the right, 720 px, the whole screen on phones. */
  size?: "default" | "wide" | "drawer";
  /** Whether closing is prevented. */
  locked?: boolean;
  children: ReactNode;
}

/**
 * A modal dialog based on the native `<dialog>`: it traps the focus, makes the rest of the page inert, closes on Escape
 * and returns the focus to the element that opened it. With a mouse, the first field of a form in it is focused
 * initially. A bottom sheet on phones. Its content is only rendered while it is open.
 */
export function Dialog({ open, ...rest }: DialogProps) {
  return open ? <OpenDialog {...rest} /> : null;
}

const FIRST_FIELD = ".dialog-body form :is(input, select, textarea):not([type=hidden])";

function OpenDialog({
  onClose,
  title,
  labelledBy,
  size = "default",
  locked = false,
  children,
}: Omit<DialogProps, "open">) {
  const ref = useRef<HTMLDialogElement>(null);
  /** Whether the press began outside the dialog: selecting text and releasing outside must not close it. */
  const beganOutside = useRef(false);
  const titleId = useId();
  const [level] = useState(() => useOpenDialogs.getState() + 1);

  // A layout effect, as the dialog must be closed before it is removed from the document: only then does the focus
  // return.
  useLayoutEffect(() => {
    const dialog = ref.current;
    dialog?.showModal();
    // Focuses the first field instead of "Close". Not on touch screens, where the keyboard would cover half of the form
    // before anybody has read it.
    if (matchMedia("(pointer: fine)").matches)
      dialog?.querySelector<HTMLElement>(FIRST_FIELD)?.focus();
    useOpenDialogs.setState((open) => open + 1);
    return () => {
      dialog?.close();
      useOpenDialogs.setState((open) => open - 1);
    };
  }, []);

  const close = () => {
    if (!locked) onClose();
  };
  return (
    <dialog
      ref={ref}
      className={cx("dialog", size === "wide" && "dialog-wide", size === "drawer" && "drawer")}
      data-ground="paper"
      aria-labelledby={labelledBy ?? titleId}
      onKeyDown={(event) => {
        // Chromium lets a page prevent `cancel` only once: a second Escape closes the dialog regardless.
        if (event.key !== "Escape" || event.defaultPrevented) return;
        event.preventDefault();
        // In React's tree a dialog is within what opened it, which may have another use for the key.
        event.stopPropagation();
        close();
      }}
      onCancel={(event) => {
        // The `cancel` event bubbles from file inputs.
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        close();
      }}
      onClose={({ target, currentTarget }) => {
        // By the browser, for a second back gesture on Android or Escape without a focus, whatever `close` decides.
        if (target === currentTarget && currentTarget.isConnected && !currentTarget.open)
          currentTarget.showModal();
      }}
      onPointerDown={(event) => {
        beganOutside.current = event.target === event.currentTarget;
      }}
      onClick={(event) => {
        if (beganOutside.current && event.target === event.currentTarget) close();
        beganOutside.current = false;
      }}
    >
      <div className="dialog-head">
        <span id={titleId}>{title}</span>
        <IconButton icon={x} label="Close" disabled={locked} onClick={close} />
      </div>
      <div className="dialog-body">{children}</div>
      <Toaster level={level} />
    </dialog>
  );
}
