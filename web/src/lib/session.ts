import type { SessionView } from "../generated/api";
import { callApi, renewExpired } from "./api";

/** A session that expires in less than this is renewed, in seconds. */
const MARGIN = 300;

/** Result of a renewal: "ended" if there is no longer a session, "failed" if the server could not be reached. */
export type Renewal = "renewed" | "ended" | "failed";

/** Whether a session should be renewed now. An expired one may still be renewable. */
export function needsRenewal(session: Pick<SessionView, "expires_in"> | null): boolean {
  return session === null || session.expires_in < MARGIN;
}

let running: Promise<Renewal> | null = null;

/**
 * Renews the session, only once for all calls and tabs that ask at the same time: the server treats a refresh token
 * that is used twice as stolen, and ends the session.
 * @param idleSeconds for how long nobody has used the page
 */
export function renewSession(idleSeconds = 0): Promise<Renewal> {
  running ??= alone(() => renew(idleSeconds)).finally(() => {
    running = null;
  });
  return running;
}

/** Runs `work` while no other tab does. Browsers have locks in secure contexts only. */
const alone = async (work: () => Promise<Renewal>): Promise<Renewal> =>
  navigator.locks ? navigator.locks.request("session", work) : work();

async function renew(idle_seconds: number): Promise<Renewal> {
  // Another tab may have renewed it already.
  const found = await callApi("GET", "/api/auth/session");
  if (found.ok && !needsRenewal(found.data.session)) return "renewed";
  const renewed = await callApi("POST", "/api/auth/refresh", { body: { idle_seconds } });
  if (renewed.ok) return "renewed";
  return renewed.status === 401 ? "ended" : "failed";
}

renewExpired(
  async (path) =>
    /^\/api\/(?:admin\/|account\/|auth\/reauthenticate$)/.test(path) &&
    (await renewSession()) === "renewed",
);
