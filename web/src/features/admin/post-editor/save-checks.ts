import type { AnalysisCheck, AnalysisInput } from "../../../generated/api";
import { callApi } from "../../../lib/api";

/** How long publishing waits for the checks, in milliseconds: the editor decides, with them or without. */
export const CHECK_TIMEOUT = 2_500;

/**
 * Returns the checks of a draft that are bad. None when there is no answer in time or the call fails: that must never
 * keep anybody from publishing.
 */
export async function badChecks(
  input: AnalysisInput,
  transport?: typeof fetch,
): Promise<AnalysisCheck[]> {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), CHECK_TIMEOUT);
  try {
    const answer = await callApi("POST", "/api/admin/analysis", {
      body: input,
      signal: controller.signal,
      invalidatesPages: false,
      ...(transport && { transport }),
    });
    return answer.ok ? answer.data.checks.filter(({ level }) => level === "bad") : [];
  } catch {
    // Aborted.
    return [];
  } finally {
    clearTimeout(timer);
  }
}
