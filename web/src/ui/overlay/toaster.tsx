import { useEffect, useRef, useState } from "react";
import { cx } from "../../lib/cx";
import { IconButton } from "../base/button";
import { Icon } from "../base/icon";
import { check, circleAlert, x } from "../base/icons.generated";
import { dismissToast, type Toast, useOpenDialogs, useToast } from "./toast-store";

/** How long a success is shown, in milliseconds. */
const DURATION = 6000;

/**
 * Renders the current toast, on the page or in the topmost dialog. Both live regions are always in the document, as
 * otherwise the first toast would not be announced.
 * @param level number of dialogs up to this one: a toaster behind another dialog is no landmark and shows nothing
 */
export function Toaster({ level = 0 }: { level?: number }) {
  const toast = useToast();
  const isCovered = useOpenDialogs() > level;
  const shown = isCovered ? null : toast;
  const isError = shown?.kind === "error";
  const body = shown && <ShownToast key={shown.id} {...shown} />;
  return (
    <section className="toaster" aria-label={isCovered ? undefined : "Notifications"}>
      <div role="status">{isError ? null : body}</div>
      <div role="alert">{isError ? body : null}</div>
    </section>
  );
}

/**
 * One toast. It stays while the pointer is over it or it has the focus. A toast with an element as its text stays until
 * it is closed, as reaching a button may take longer. Closing it returns the focus. Hover and focus are state of this
 * component, so they end with the toast.
 */
function ShownToast({ kind, title, text }: Toast) {
  const [isOver, setOver] = useState(false);
  const [hasFocus, setFocus] = useState(false);
  /** The element that had the focus before. */
  const before = useRef<EventTarget>(null);
  const isError = kind === "error";
  const stays = isOver || hasFocus || isError || typeof text === "object";

  useEffect(() => {
    if (stays) return;
    const timer = setTimeout(dismissToast, DURATION);
    return () => clearTimeout(timer);
  }, [stays]);

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the handlers only delay the end of the toast
    <div
      className={cx("toast", isError && "toast-error")}
      onPointerEnter={() => setOver(true)}
      onPointerLeave={() => setOver(false)}
      onFocus={({ relatedTarget }) => {
        setFocus(true);
        before.current ??= relatedTarget;
      }}
      onBlur={() => setFocus(false)}
    >
      <Icon of={isError ? circleAlert : check} />
      <div>
        <p className="toast-title">{title}</p>
        {text && <p className="toast-text">{text}</p>}
      </div>
      <IconButton
        icon={x}
        label="Dismiss"
        onClick={() => {
          dismissToast();
          (before.current as HTMLElement | null)?.focus();
        }}
      />
    </div>
  );
}
