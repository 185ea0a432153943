import { useEffect, useState } from "react";
import { cx } from "../../lib/cx";
import { IconButton } from "../base/button";
import { Icon } from "../base/icon";
import { check, circleAlert, x } from "../base/icons.generated";
import { dismissToast, useOpenDialogs, useToast } from "./toast-store";

/** How long a success is shown, in milliseconds. */
const DURATION = 6000;

/** Where toasts appear: on the page, or in the dialog that is open over it. */
export function Toaster() {
  return <Toasts isCovered={useOpenDialogs() > 0} />;
}

/** The toast shown. Both live regions stand empty in the document, or a first toast would not be read. */
export function Toasts({ isCovered = false }: { isCovered?: boolean }) {
  const toast = useToast();
  const shown = isCovered ? null : toast;
  const [held, setHeld] = useState(false);
  const isError = shown?.kind === "error";

  useEffect(() => {
    if (!shown || held || shown.kind === "error") return;
    const timer = setTimeout(dismissToast, DURATION);
    return () => clearTimeout(timer);
  }, [shown, held]);

  const body = shown && (
    <div className={cx("toast", isError && "toast-error")} key={shown.id}>
      <Icon of={isError ? circleAlert : check} />
      <div>
        <p className="toast-title">{shown.title}</p>
        {shown.text && <p className="toast-text">{shown.text}</p>}
      </div>
      <IconButton icon={x} label="Dismiss" onClick={dismissToast} />
    </div>
  );
  return (
    <section
      className="toaster"
      aria-label="Notifications"
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <div role="status">{isError ? null : body}</div>
      <div role="alert">{isError ? body : null}</div>
    </section>
  );
}
