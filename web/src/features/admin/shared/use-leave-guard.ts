import { useEffect } from "react";
import { LEAVING } from "../../../lib/leaving";
import { NAVIGATION_FAILED } from "../../../lib/navigation-error";
import { isPlainClick, pageTarget } from "../../../lib/navigator-events";

const UNSAVED = "You have unsaved changes. Leave this page? They are kept as a draft.";

/** The question about changes of which no draft is kept. */
export const NOT_KEPT = "You have unsaved changes. Leave this page without saving them?";

/** The event that was confirmed last: if several forms guard a page, one question is enough. */
let allowed: Event | undefined;

/** Asks the guards of the page before a control navigates by itself. Returns whether it may. */
export const mayMoveOn = (): boolean =>
  window.dispatchEvent(new CustomEvent(LEAVING, { cancelable: true }));

/** Asks before the page is left while `isDirty`: by a link, the history, a full load or a control marked `data-leave`. */
export function useLeaveGuard(isDirty: boolean, question = UNSAVED): void {
  useEffect(() => {
    if (!isDirty) return;
    let href: string;
    let entry: unknown;
    const listening = new AbortController();
    const { signal } = listening;
    /** Whether the person has confirmed: a full page load that follows must not ask again. */
    let isLeaving: boolean;
    /** Guards the current address. The form stays on another view of its page, such as another filter of a list. */
    const arm = () => {
      ({ href } = location);
      entry = history.state;
      isLeaving = false;
    };
    arm();

    const mayLeave = (event: Event): boolean => {
      isLeaving = event === allowed || window.confirm(question);
      if (isLeaving) allowed = event;
      else {
        event.preventDefault();
        // Hides the event from the router and from the guards of other forms.
        event.stopImmediatePropagation();
      }
      return isLeaving;
    };

    const onClick = (event: MouseEvent) => {
      if (!(event.target instanceof Element) || !leavesPage(event, event.target)) return;
      mayLeave(event);
      // The page may stay after all: the control's dialog is closed, or its request fails.
      if (event.target.closest("[data-leave]")) isLeaving = false;
    };
    // After a step in the history, the browser has already changed the address, so it is restored.
    const onLeaving = (event: Event) => {
      if (!mayLeave(event) && location.href !== href) history.pushState(entry, "", href);
    };
    const onBeforeUnload = (event: BeforeUnloadEvent) => {
      if (!isLeaving) event.preventDefault();
    };

    // In the capture phase, before the router's listener.
    document.addEventListener("click", onClick, { capture: true, signal });
    window.addEventListener(LEAVING, onLeaving, { signal });
    window.addEventListener("beforeunload", onBeforeUnload, { signal });
    window.addEventListener("app:navigated", arm, { signal });
    // The page stays if the visit failed and a listener has shown why.
    const onFailed = (event: Event) =>
      queueMicrotask(() => {
        if (event.defaultPrevented) arm();
      });
    window.addEventListener(NAVIGATION_FAILED, onFailed, { signal });
    return () => listening.abort();
  }, [isDirty, question]);
}

/** As `useLeaveGuard`, for forms without drafts. */
export const useUnkeptLeaveGuard = (isDirty: boolean): void => useLeaveGuard(isDirty, NOT_KEPT);

/** Whether a click leads to another page in this tab. Links that load a full page fire "beforeunload" instead. */
function leavesPage(event: MouseEvent, target: Element): boolean {
  if (target.closest("[data-leave]")) return true;
  if (!isPlainClick(event)) return false;
  const link = target.closest("a[href]");
  const url = link instanceof HTMLAnchorElement ? pageTarget(link) : null;
  return url !== null && (url.pathname !== location.pathname || url.search !== location.search);
}
