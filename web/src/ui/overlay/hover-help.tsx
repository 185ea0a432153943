import { type ReactNode, useEffect, useId, useRef, useState } from "react";
import { Icon } from "../base/icon";
import { circleQuestionMark } from "../base/icons-admin.generated";

/** Milliseconds before it opens on hover. */
export const OPEN_DELAY = 300;
/** Milliseconds before it closes after the pointer has left. */
const CLOSE_DELAY = 100;

interface HoverHelpProps {
  /** Name of the button: "About this address". */
  label: string;
  children: ReactNode;
}

/** A card with help: opens after a delay on hover, and at once on focus or press; Escape closes it. */
export function HoverHelp({ label, children }: HoverHelpProps) {
  const [isOpen, setIsOpen] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const id = useId();
  useEffect(() => () => clearTimeout(timer.current), []);
  // Listens on the document, as the card covers other content while the focus may be anywhere.
  useEffect(() => {
    if (!isOpen) return;
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== "Escape") return;
      event.stopPropagation();
      clearTimeout(timer.current);
      setIsOpen(false);
    };
    document.addEventListener("keydown", onKeyDown, true);
    return () => document.removeEventListener("keydown", onKeyDown, true);
  }, [isOpen]);

  const setOpenAfter = (open: boolean, delay: number) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(setIsOpen, delay, open);
  };
  const setOpenNow = (open: boolean) => {
    clearTimeout(timer.current);
    setIsOpen(open);
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keeps the card open while the pointer is over it; the button is the control
    <span
      className="hover-help"
      onMouseEnter={() => setOpenAfter(true, OPEN_DELAY)}
      onMouseLeave={() => setOpenAfter(false, CLOSE_DELAY)}
    >
      <button
        type="button"
        aria-label={label}
        aria-describedby={isOpen ? id : undefined}
        aria-expanded={isOpen}
        onFocus={(event) => event.currentTarget.matches(":focus-visible") && setOpenNow(true)}
        onBlur={() => setOpenNow(false)}
        onClick={() => setOpenNow(true)}
      >
        <Icon of={circleQuestionMark} size={16} />
      </button>
      <span id={id} role="tooltip" className="hover-card" hidden={!isOpen}>
        {children}
      </span>
    </span>
  );
}
