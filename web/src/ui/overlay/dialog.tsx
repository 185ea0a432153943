import { type ReactNode, useId, useLayoutEffect, useRef, useState } from "react";
import { cx } from "../../lib/cx";
import { IconButton } from "../base/button";
import { x } from "../base/icons.generated";
import { useOpenDialogs } from "./toast-store";
import { Toaster } from "./toaster";

interface DialogProps {
  open: boolean;
  /** Asked for by Escape, the close button or a click beside the dialog. */
  onClose: () => void;
  /** Mono line in the header, and the name of the dialog unless `labelledBy` names a heading inside. */
  title: ReactNode;
  labelledBy?: string;
  /** 460 px (default) or 560 px; "drawer": from the right, 720 px, the whole screen on phones. */
  size?: "default" | "wide" | "drawer";
  /** While true nothing closes it. */
  locked?: boolean;
  children: ReactNode;
}

/**
 * A modal dialog on the browser's own `<dialog>`: it traps focus, makes the rest inert, closes on Escape and
 * gives focus back to what opened it. With a mouse, the first field of a form in it has the focus at first. A bottom
 * sheet on phones. Its content is only drawn while open.
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
  /** Whether the press that a click ends began beside the dialog: text that is selected out of it closes nothing. */
  const beganOutside = useRef(false);
  const titleId = useId();
  const [level] = useState(() => useOpenDialogs.getState() + 1);

  // A layout effect, because it must close before it leaves the document: only then does focus go back.
  useLayoutEffect(() => {
    const dialog = ref.current;
    dialog?.showModal();
    // A form begins at its first field, not at "Close". On a touch screen the keyboard would cover half of it before
    // anybody has read it.
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
        // Chromium lets a dialog refuse `cancel` once; after a second Escape it closes whatever the page says.
        if (event.key !== "Escape" || event.defaultPrevented) return;
        event.preventDefault();
        close();
      }}
      onCancel={(event) => {
        // A file picker's own `cancel` bubbles.
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        close();
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
