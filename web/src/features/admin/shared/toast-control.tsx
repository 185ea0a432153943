import { type ReactNode, useLayoutEffect, useRef } from "react";
import { dismissToast } from "../../../ui/overlay/toast-store";

/**
 * Text of a toast with a control, or with words to copy. Such a toast stays until it is closed: by its button, by Escape
 * when the focus is in it, or by opening another page. The focus then goes back to where it was.
 */
export function ToastControl({ children }: { children: ReactNode }) {
  const ref = useRef<HTMLSpanElement>(null);

  // A layout effect, because it must look before the toast leaves the document, which loses the focus.
  useLayoutEffect(() => {
    const toast = ref.current?.closest<HTMLElement>(".toast");
    if (!toast) return;
    const { pathname } = location;
    let before: EventTarget | null = null;
    const listening = new AbortController();
    const { signal } = listening;
    const onFocusIn = ({ relatedTarget }: FocusEvent) => {
      if (!toast.contains(relatedTarget as Node | null)) before = relatedTarget;
    };
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== "Escape") return;
      // A dialog around it stays open.
      event.preventDefault();
      dismissToast();
    };
    const onNavigated = () => location.pathname !== pathname && dismissToast();
    toast.addEventListener("focusin", onFocusIn, { signal });
    toast.addEventListener("keydown", onKeyDown, { signal });
    window.addEventListener("app:navigated", onNavigated, { signal });
    return () => {
      listening.abort();
      if (toast.contains(document.activeElement) && before instanceof HTMLElement) before.focus();
    };
  }, []);

  return <span ref={ref}>{children}</span>;
}
