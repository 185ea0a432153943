import { clearPageCache } from "./page-cache";
import type { ApiError } from "./types";

/** What an API call came to. A lost connection has the code "network" and no message of the server. */
export type ApiResult<T> = { ok: true; data: T } | { ok: false; status: number; error: ApiError };

interface SendOptions {
  method?: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** A value to send as JSON, or a FormData to send as it is. */
  body?: unknown;
  signal?: AbortSignal;
  /** The call is to be seen through when the page is left. Browsers do that for 64 KiB only: a longer one goes as any. */
  keepalive?: boolean;
  /** Whether pages show what the call writes, which is so unless it is said: prefetched ones are forgotten then. */
  isShown?: boolean;
}

/** In characters, of which the longest has three bytes. */
const KEEPALIVE_LIMIT = 20_000;

/**
 * Calls the site's API with the session's cookie. An expired session is renewed once and the call repeated.
 * Never rejects, save when `signal` aborts it.
 */
export async function callApi<T>(path: string, options: SendOptions = {}): Promise<ApiResult<T>> {
  let result = await send<T>(path, options);
  if (!result.ok && result.status === 401 && path.startsWith("/api/admin/")) {
    const renewed = await send("/api/auth/refresh", { method: "POST", body: {} });
    if (renewed.ok) result = await send<T>(path, options);
  }
  const { method = "GET", isShown = method !== "GET" } = options;
  if (result.ok && isShown) clearPageCache();
  return result;
}

async function send<T>(
  path: string,
  { method = "GET", body, signal, keepalive = false }: SendOptions,
): Promise<ApiResult<T>> {
  const isForm = body instanceof FormData;
  const sent = isForm ? body : body === undefined ? undefined : JSON.stringify(body);
  try {
    const response = await fetch(path, {
      method,
      signal,
      credentials: "same-origin",
      headers: {
        accept: "application/json",
        ...(body !== undefined && !isForm ? { "content-type": "application/json" } : {}),
      },
      keepalive: keepalive && (typeof sent !== "string" || sent.length < KEEPALIVE_LIMIT),
      body: sent,
    });
    const text = await response.text();
    const data = text ? parsed(text) : null;
    if (response.ok && data !== undefined) return { ok: true, data: data as T };
    const error = (data as { error?: ApiError } | null | undefined)?.error;
    return {
      ok: false,
      status: response.status,
      error: error ?? { code: "unexpected", message: "" },
    };
  } catch (cause) {
    if (signal?.aborted) throw cause;
    return { ok: false, status: 0, error: { code: "network", message: "" } };
  }
}

/** What JSON says; undefined for what is none, such as the page of a proxy. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The messages of a failed call by field name; empty when the failure concerns no field. */
export const fieldErrors = (error: ApiError): Record<string, string> => error.fields ?? {};

/** Puts focus on the form's first control that is marked invalid, in document order. */
export function focusFirstInvalid(form: HTMLElement): void {
  form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
}
