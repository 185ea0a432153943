import { useEffect } from "react";
import { pageTarget } from "../../../lib/navigator-events";

const UNSAVED =
  "You have unsaved changes. Leave this page? They are kept and offered to you when you come back.";

const NOT_KEPT = "You have unsaved changes. Leave this page without saving them?";

/** Asks before the page is left while `isDirty`: by a link, the history, a full load or a control marked `data-leave`. */
export function useLeaveGuard(isDirty: boolean, question = UNSAVED): void {
  useEffect(() => {
    if (!isDirty) return;
    const { href, pathname, search } = location;
    const entry: unknown = history.state;
    const listening = new AbortController();
    const { signal } = listening;
    /** Asked and answered with yes: the full load that may follow must not ask once more. */
    let isLeaving = false;

    const mayLeave = (): boolean => {
      isLeaving = window.confirm(question);
      return isLeaving;
    };

    const onClick = (event: MouseEvent) => {
      if (!(event.target instanceof Element) || !leavesPage(event, event.target)) return;
      if (mayLeave()) return;
      event.preventDefault();
      event.stopPropagation();
    };
    // The browser has moved already and the app is loading that page: the address is put back, and the app,
    // told that the browser is back where it was, drops the visit.
    const onPopState = () => {
      if (location.pathname === pathname && location.search === search) return;
      if (mayLeave()) return;
      history.pushState(entry, "", href);
      window.dispatchEvent(new PopStateEvent("popstate", { state: entry }));
    };
    const onBeforeUnload = (event: BeforeUnloadEvent) => {
      if (!isLeaving) event.preventDefault();
    };

    // Before the app's own listener, which follows links.
    document.addEventListener("click", onClick, { capture: true, signal });
    window.addEventListener("popstate", onPopState, { signal });
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
