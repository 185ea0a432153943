import type { AnalysisCheck, AnalysisInput } from "../../../generated/api";
import { callApi } from "../../../lib/api";

/** How long a save waits for a check, in milliseconds. The editor can then decide without it. */
export const CHECK_TIMEOUT = 2_500;

/**
 * Returns the failed checks of a draft. None if the call fails or takes too long, as that must never prevent
 * publishing.
 */
export async function badChecks(input: AnalysisInput): Promise<AnalysisCheck[]> {
  const found = await inTime((signal) =>
    callApi("POST", "/api/admin/analysis", { body: input, signal, invalidatesPages: false }),
  );
  return found?.ok ? found.data.checks.filter(({ level }) => level === "bad") : [];
}

/**
 * Returns the address to which the post's future address redirects; null for none, and if the call fails or takes too
 * long.
 */
export async function redirectAt(slug: string): Promise<string | null> {
  const found = await inTime((signal) =>
    callApi("GET", "/api/admin/post-address", { query: { slug }, signal }),
  );
  return found?.ok ? found.data.redirects_to : null;
}

/** Returns the result of a call, or null if it takes too long. */
async function inTime<T>(call: (signal: AbortSignal) => Promise<T>): Promise<T | null> {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), CHECK_TIMEOUT);
  try {
    return await call(controller.signal);
  } catch {
    // Aborted.
    return null;
  } finally {
    clearTimeout(timer);
  }
}
