import { useEffect } from "react";
import { callApi } from "../../../lib/api";
import { needsRenewal, renewSession } from "../../../lib/session";

/** How often the session is looked at, in milliseconds. */
const INTERVAL = 60_000;

/**
 * Keeps the session alive while admin pages are used. An open page that nobody uses does not renew it: the server ends
 * an unused session of staff. It never leaves the page: what is being written there must not be lost, and the next call
 * says that one has to sign in again. A session that could not be renewed is not asked for again until somebody has
 * signed in, in whichever tab.
 */
export function useKeepSession(): void {
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
        hasEnded = renewal === "ended";
        if (renewal === "renewed") renewedAt = Date.now();
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
        // Timers of a hidden page stand still.
        void look();
      },
      options,
    );
    return () => {
      isUnmounted = true;
      clearInterval(timer);
      listening.abort();
    };
  }, []);
}
