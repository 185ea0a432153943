import type { ErrorDetail } from "../generated/api";
import type { ApiAnswer, ApiInput, ApiMethod, ApiPath } from "./contract";
import { clearPageCache } from "./page-cache";
import { withQuery } from "./url";

/** A failed API call. A lost connection has status 0, the code "network" and an empty message. */
export interface ApiFailure {
  ok: false;
  status: number;
  error: ErrorDetail;
}

/** The result of an API call. */
export type ApiResult<T> = { ok: true; data: T } | ApiFailure;

interface CallOptions {
  signal?: AbortSignal;
  /** Whether the request outlives the page. Browsers allow this for up to 64 KiB; longer requests are sent as usual. */
  keepalive?: boolean;
  /** Whether the call changes what pages show, so that prefetched pages are dropped. Default: every method but GET. */
  invalidatesPages?: boolean;
  /** Sends the request; default `fetch`. */
  transport?: typeof fetch;
}

/** Optional for calls that need neither parameters nor a body. */
type Options<Input> =
  Partial<Input> extends Input ? [options?: Input & CallOptions] : [options: Input & CallOptions];

/** The parameters and body of any call. */
interface AnyInput {
  path?: Record<string, string | number>;
  query?: Parameters<typeof withQuery>[1];
  body?: unknown;
}

/** Renews the session after a call was refused. Resolves to whether the call should be repeated. */
type Renew = (path: string) => Promise<boolean>;

let renew: Renew | undefined;

/** Sets how expired sessions are renewed. Called by `session.ts`, on pages with sessions. */
export function renewExpired(by: Renew): void {
  renew = by;
}

/** In characters, each of up to three bytes in UTF-8. */
const KEEPALIVE_LIMIT = 20_000;

/**
 * Calls the site's API with the session's cookie. Path, parameters, body and response are typed by the server's
 * contract. If the session has expired, it is renewed and the call repeated once. Never rejects, unless `signal` aborts
 * it.
 */
export async function callApi<M extends ApiMethod, P extends ApiPath<M>>(
  method: M,
  path: P,
  ...[options]: Options<ApiInput<M, P>>
): Promise<ApiResult<ApiAnswer<M, P>>>;
export async function callApi(
  method: ApiMethod,
  path: string,
  input: AnyInput & CallOptions = {},
): Promise<ApiResult<unknown>> {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(input.path?.[name] ?? ""),
  );
  const url = withQuery(filled, input.query ?? {});
  let result = await send(method, url, input);
  if (!result.ok && result.status === 401 && (await renew?.(path)))
    result = await send(method, url, input);
  const { invalidatesPages = method !== "GET" } = input;
  if (result.ok && invalidatesPages) clearPageCache();
  return result;
}

async function send(
  method: ApiMethod,
  url: string,
  { body, signal, keepalive = false, transport = fetch }: AnyInput & CallOptions,
): Promise<ApiResult<unknown>> {
  const isForm = body instanceof FormData;
  const sent = isForm ? body : body === undefined ? undefined : JSON.stringify(body);
  try {
    const response = await transport(url, {
      method,
      signal,
      credentials: "same-origin",
      headers: {
        accept: "application/json",
        ...(body !== undefined && !isForm && { "content-type": "application/json" }),
      },
      keepalive: keepalive && (typeof sent !== "string" || sent.length < KEEPALIVE_LIMIT),
      body: sent,
    });
    const text = await response.text();
    const data = text ? parsed(text) : null;
    // A proxy may send an error with the status 200.
    const error = (data as { error?: ErrorDetail } | null | undefined)?.error;
    if (response.ok && data !== undefined && !error) return { ok: true, data };
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

/** Parses JSON. Returns undefined for anything else, such as a proxy's error page. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
