import type { SessionView } from "../generated/api";
import { callApi, renewExpired } from "./api";

/** A session with less left than this is renewed, in seconds. */
const MARGIN = 300;

/** What a renewal came to: a session that lasts, none any more, or no answer. */
export type Renewal = "renewed" | "ended" | "failed";

/** Whether a session should be renewed now; one that has run out may still be renewable. */
export function needsRenewal(session: Pick<SessionView, "expires_in"> | null): boolean {
  return session === null || session.expires_in < MARGIN;
}

let running: Promise<Renewal> | null = null;

/**
 * Renews the session, once, however many calls and tabs ask for it at the same time: the server takes a refresh token
 * that is shown twice for a stolen one, and ends the session.
 * @param idleSeconds how long nobody has used the page
 */
export function renewSession(idleSeconds = 0): Promise<Renewal> {
  running ??= alone(() => renew(idleSeconds)).finally(() => {
    running = null;
  });
  return running;
}

/** Does something while no other tab does it. Browsers have locks only where the site is reached securely. */
const alone = async (work: () => Promise<Renewal>): Promise<Renewal> =>
  navigator.locks ? navigator.locks.request("session", work) : work();

async function renew(idle_seconds: number): Promise<Renewal> {
  // Another tab may have been first.
  const found = await callApi("GET", "/api/auth/session");
  if (found.ok && !needsRenewal(found.data.session)) return "renewed";
  const renewed = await callApi("POST", "/api/auth/refresh", { body: { idle_seconds } });
  if (renewed.ok) return "renewed";
  return renewed.status === 401 ? "ended" : "failed";
}

renewExpired(
  async (path) => /^\/api\/(?:admin|account)\//.test(path) && (await renewSession()) === "renewed",
);
