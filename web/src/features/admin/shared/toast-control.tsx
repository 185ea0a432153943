import { type ReactNode, useLayoutEffect, useRef } from "react";
import { dismissToast } from "../../../ui/overlay/toast-store";

/**
 * Content of a toast with a control, or with text to copy. Such a toast stays until it is closed: by its button, by
 * Escape while it has the focus, or by opening another page. The focus then returns to the element that had it before.
 */
export function ToastControl({ children }: { children: ReactNode }) {
  const ref = useRef<HTMLSpanElement>(null);

  // A layout effect: its cleanup must run before the toast is removed from the document, which loses the focus.
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
      // Keeps a dialog around it open.
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
