import { useEffect } from "react";
import type { SessionView } from "../../../generated/api";
import { callApi } from "../../../lib/api";

/** How often the session is looked at, in milliseconds. */
const INTERVAL = 60_000;
/** A session with less left than this is renewed, in seconds. */
const MARGIN = 300;

/** Whether a session should be renewed now; one that has run out may still be renewable. */
export function needsRenewal(session: Pick<SessionView, "expires_in"> | null): boolean {
  return session === null || session.expires_in < MARGIN;
}

/**
 * Keeps the session of an open admin page alive. It never leaves the page: what is being written there must not be
 * lost, and the next call says that one has to sign in again.
 */
export function useKeepSession(): void {
  useEffect(() => {
    let isOver = false;
    const look = async () => {
      const answer = await callApi("GET", "/api/auth/session");
      if (isOver || !answer.ok || !needsRenewal(answer.data.session)) return;
      const renewed = await callApi("POST", "/api/auth/refresh", { body: {} });
      if (!renewed.ok && renewed.status === 401) stop();
    };
    const timer = setInterval(look, INTERVAL);
    const stop = () => {
      isOver = true;
      clearInterval(timer);
    };
    return stop;
  }, []);
}
