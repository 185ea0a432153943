import type { AnalysisCheck, AnalysisInput } from "../../../generated/api";
import { callApi } from "../../../lib/api";

/** How long a save waits for a check, in milliseconds: the editor decides, with it or without. */
export const CHECK_TIMEOUT = 2_500;

/**
 * Returns the checks of a draft that are bad. None when there is no answer in time or the call fails: that must never
 * keep anybody from publishing.
 */
export async function badChecks(
  input: AnalysisInput,
  transport?: typeof fetch,
): Promise<AnalysisCheck[]> {
  const found = await inTime((signal) =>
    callApi("POST", "/api/admin/analysis", {
      body: input,
      signal,
      invalidatesPages: false,
      ...(transport && { transport }),
    }),
  );
  return found?.ok ? found.data.checks.filter(({ level }) => level === "bad") : [];
}

/** Returns where the address leads that a post is about to take; null also when there is no answer in time. */
export async function redirectAt(slug: string, transport?: typeof fetch): Promise<string | null> {
  const found = await inTime((signal) =>
    callApi("GET", "/api/admin/post-address", {
      query: { slug },
      signal,
      ...(transport && { transport }),
    }),
  );
  return found?.ok ? found.data.redirects_to : null;
}

/** Returns what a call comes to, or null when it takes too long. */
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
