import { useEffect } from "react";
import { pageTarget } from "../../lib/navigator-events";

const QUESTION = "You have unsaved changes. Leave this page and lose them?";

/** Asks before the page is left while `isDirty`: by a link, the history, a full load or a control marked `data-leave`. */
export function useLeaveGuard(isDirty: boolean): void {
  useEffect(() => {
    if (!isDirty) return;
    const { href, pathname, search } = location;
    const entry: unknown = history.state;
    const listening = new AbortController();
    const options = { capture: true, signal: listening.signal };
    /** Asked and answered with yes: the full load that may follow must not ask once more. */
    let isLeaving = false;

    const mayLeave = (): boolean => {
      isLeaving = window.confirm(QUESTION);
      return isLeaving;
    };

    const onClick = (event: MouseEvent) => {
      if (!(event.target instanceof Element) || !leavesPage(event, event.target)) return;
      if (mayLeave()) return;
      event.preventDefault();
      event.stopPropagation();
    };
    // Before the app's own listener, which would load the page that the browser has moved to.
    const onPopState = (event: PopStateEvent) => {
      if (location.pathname === pathname && location.search === search) return;
      if (mayLeave()) return;
      event.stopImmediatePropagation();
      history.pushState(entry, "", href);
    };
    const onBeforeUnload = (event: BeforeUnloadEvent) => {
      if (!isLeaving) event.preventDefault();
    };

    document.addEventListener("click", onClick, options);
    window.addEventListener("popstate", onPopState, options);
    window.addEventListener("beforeunload", onBeforeUnload, options);
    return () => listening.abort();
  }, [isDirty]);
}

/** Whether a click takes the reader to another page in this tab. Links that load in full ask by themselves. */
function leavesPage(event: MouseEvent, target: Element): boolean {
  if (target.closest("[data-leave]")) return true;
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
    return false;
  const link = target.closest("a[href]");
  const url = link instanceof HTMLAnchorElement ? pageTarget(link) : null;
  return url !== null && (url.pathname !== location.pathname || url.search !== location.search);
}
