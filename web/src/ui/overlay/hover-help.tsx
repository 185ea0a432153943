import { type ReactNode, useEffect, useId, useRef, useState } from "react";
import { Icon } from "../base/icon";
import { circleQuestionMark } from "../base/icons-admin.generated";

interface HoverHelpProps {
  /** Name of the button: "About this address". */
  label: string;
  /** Milliseconds until it opens under the pointer. */
  openDelay?: number;
  /** Milliseconds until it closes when the pointer has left. */
  closeDelay?: number;
  children: ReactNode;
}

/** A card of help: comes under a pointer after a moment, with focus or a press at once; Escape closes it. */
export function HoverHelp({ label, openDelay = 700, closeDelay = 300, children }: HoverHelpProps) {
  const [isOpen, setIsOpen] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const id = useId();
  useEffect(() => () => clearTimeout(timer.current), []);
  // Under a pointer it covers what is above it, and the focus may be anywhere.
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
    // biome-ignore lint/a11y/noStaticElementInteractions: the pointer may go over to the card; the button does the rest
    <span
      className="hover-help"
      onMouseEnter={() => setOpenAfter(true, openDelay)}
      onMouseLeave={() => setOpenAfter(false, closeDelay)}
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
