import { useEffect, useRef, useState } from "react";
import { cx } from "../../lib/cx";
import { IconButton } from "../base/button";
import { Icon } from "../base/icon";
import { check, circleAlert, x } from "../base/icons.generated";
import { dismissToast, type Toast, useOpenDialogs, useToast } from "./toast-store";

/** How long a success is shown, in milliseconds. */
const DURATION = 6000;

/**
 * The toast shown, on the page or in the dialog that is open over it. Both live regions stand empty in the document, or
 * a first toast would not be read.
 * @param level how many dialogs are open where it stands: what is under another one is no landmark and shows nothing
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
 * One toast. It stays while it is pointed at or has focus; what is known of that goes with it. One whose text is more
 * than words stays until it is closed: the way to a button may take longer. Closed, it gives the focus back.
 */
function ShownToast({ kind, title, text }: Toast) {
  const [isOver, setOver] = useState(false);
  const [hasFocus, setFocus] = useState(false);
  /** What had the focus before. */
  const before = useRef<EventTarget>(null);
  const isError = kind === "error";
  const stays = isOver || hasFocus || isError || typeof text === "object";

  useEffect(() => {
    if (stays) return;
    const timer = setTimeout(dismissToast, DURATION);
    return () => clearTimeout(timer);
  }, [stays]);

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: they do nothing but have its end wait
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
