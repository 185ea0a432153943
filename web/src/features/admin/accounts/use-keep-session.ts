import { useEffect } from "react";
import { callApi } from "../../../lib/api";

/** How often the session is looked at, in milliseconds. */
const INTERVAL = 60_000;
/** A session with less left than this is renewed, in seconds. */
const MARGIN = 300;

interface SessionAnswer {
  session: { expires_in: number } | null;
}

/** Whether a session should be renewed now; one that has run out may still be renewable. */
export function needsRenewal({ session }: SessionAnswer): boolean {
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
      const answer = await callApi<SessionAnswer>("/api/auth/session");
      if (isOver || !answer.ok || !needsRenewal(answer.data)) return;
      const renewed = await callApi("/api/auth/refresh", { method: "POST", body: {} });
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
