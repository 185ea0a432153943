import { useEffect } from "react";
import { LEAVING } from "../../../lib/leaving";
import { pageTarget } from "../../../lib/navigator-events";

const UNSAVED =
  "You have unsaved changes. Leave this page? They are kept and offered to you when you come back.";

export const NOT_KEPT = "You have unsaved changes. Leave this page without saving them?";

/** The event that was last answered with yes: several forms may guard a page, and one question is enough. */
let allowed: Event | undefined;

/** Asks the forms of the page before a control opens another view by itself. Returns whether it may. */
export const mayMoveOn = (): boolean =>
  window.dispatchEvent(new CustomEvent(LEAVING, { cancelable: true }));

/** Asks before the page is left while `isDirty`: by a link, the history, a full load or a control marked `data-leave`. */
export function useLeaveGuard(isDirty: boolean, question = UNSAVED): void {
  useEffect(() => {
    if (!isDirty) return;
    const { href } = location;
    const entry: unknown = history.state;
    const listening = new AbortController();
    const { signal } = listening;
    /** Asked and answered with yes: the full load that may follow must not ask once more. */
    let isLeaving = false;

    const mayLeave = (event: Event): boolean => {
      isLeaving = event === allowed || window.confirm(question);
      if (isLeaving) allowed = event;
      else {
        event.preventDefault();
        // Neither the app nor another form's guard hears of it.
        event.stopImmediatePropagation();
      }
      return isLeaving;
    };

    const onClick = (event: MouseEvent) => {
      if (event.target instanceof Element && leavesPage(event, event.target)) mayLeave(event);
    };
    // After a step in the history the browser has moved already: the address is put back.
    const onLeaving = (event: Event) => {
      if (!mayLeave(event) && location.href !== href) history.pushState(entry, "", href);
    };
    const onBeforeUnload = (event: BeforeUnloadEvent) => {
      if (!isLeaving) event.preventDefault();
    };

    // Before the app's own listener, which follows links.
    document.addEventListener("click", onClick, { capture: true, signal });
    window.addEventListener(LEAVING, onLeaving, { signal });
    window.addEventListener("beforeunload", onBeforeUnload, { signal });
    return () => listening.abort();
  }, [isDirty, question]);
}

/** The same where nothing is kept. */
export const useUnkeptLeaveGuard = (isDirty: boolean): void => useLeaveGuard(isDirty, NOT_KEPT);

/** Whether a click takes the reader to another page in this tab. Links that load in full ask by themselves. */
function leavesPage(event: MouseEvent, target: Element): boolean {
  if (target.closest("[data-leave]")) return true;
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
    return false;
  const link = target.closest("a[href]");
  const url = link instanceof HTMLAnchorElement ? pageTarget(link) : null;
  return url !== null && (url.pathname !== location.pathname || url.search !== location.search);
}
