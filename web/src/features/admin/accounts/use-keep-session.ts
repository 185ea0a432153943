import { useEffect } from "react";
import { callApi } from "../../../lib/api";
import { needsRenewal, renewSession } from "../../../lib/session";
import { useNavigate } from "../../../lib/site-context";

/** How often the session is checked, in milliseconds. */
const INTERVAL = 60_000;

/**
 * Keeps the session alive while admin pages are used. An idle page does not renew it, as the server ends unused
 * sessions of staff. Once a renewal finds the session ended, no other is tried until somebody has signed in, in any tab,
 * and the page gives way to the sign-in page, which leads back to it. The form of a post and pages with unsaved changes
 * stay: there the next call asks for a new sign-in.
 */
export function useKeepSession(): void {
  const navigate = useNavigate();
  useEffect(() => {
    let isUnmounted = false;
    let hasEnded = false;
    let [usedAt, renewedAt] = [Date.now(), 0];
    const look = async () => {
      const answer = await callApi("GET", "/api/auth/session");
      if (isUnmounted || !answer.ok) return;
      if (!needsRenewal(answer.data.session)) hasEnded = false;
      else if (!hasEnded && usedAt > renewedAt) {
        const renewal = await renewSession(Math.floor((Date.now() - usedAt) / 1000));
        if (renewal === "renewed") renewedAt = Date.now();
        hasEnded = renewal === "ended";
        if (!hasEnded || isUnmounted || isPostForm() || hasUnsavedChanges()) return;
        navigate(`/auth?next=${encodeURIComponent(location.pathname + location.search)}`);
      }
    };
    const timer = setInterval(look, INTERVAL);
    const listening = new AbortController();
    const options = { capture: true, passive: true, signal: listening.signal };
    const use = () => {
      usedAt = Date.now();
    };
    for (const type of ["keydown", "pointerdown", "pointermove"])
      document.addEventListener(type, use, options);
    document.addEventListener(
      "visibilitychange",
      () => {
        if (document.visibilityState === "hidden") return;
        use();
        // Browsers delay the timers of a hidden page.
        void look();
      },
      options,
    );
    return () => {
      isUnmounted = true;
      clearInterval(timer);
      listening.abort();
    };
  }, [navigate]);
}

/** Asks as the browser does before it closes a page. */
const hasUnsavedChanges = (): boolean =>
  !window.dispatchEvent(new Event("beforeunload", { cancelable: true }));

const isPostForm = (): boolean => location.pathname.startsWith("/admin/blog/");
