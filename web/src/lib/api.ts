import type { ErrorDetail, SessionView } from "../generated/api";
import type { ApiAnswer, ApiInput, ApiMethod, ApiPath } from "./contract";
import { clearPageCache } from "./page-cache";
import { withQuery } from "./url";

/** A failed API call. A lost connection has status 0, the code "network" and no message. */
export interface ApiFailure {
  ok: false;
  status: number;
  error: ErrorDetail;
}

/** The result of an API call. */
export type ApiResult<T> = { ok: true; data: T } | ApiFailure;

interface CallOptions {
  signal?: AbortSignal;
  /** Completes the call when the page is left. Browsers do that up to 64 KiB: a longer call is sent as usual. */
  keepalive?: boolean;
  /** Whether pages show what the call writes. Prefetched pages are dropped then. Default: every method but GET. */
  invalidatesPages?: boolean;
  /** Sends the request; default `fetch`. */
  transport?: typeof fetch;
}

/** Optional where the call needs neither parameters nor a body. */
type Options<Input> =
  Partial<Input> extends Input ? [options?: Input & CallOptions] : [options: Input & CallOptions];

/** The parameters and body of any call. */
interface AnyInput {
  path?: Record<string, string | number>;
  query?: Parameters<typeof withQuery>[1];
  body?: unknown;
}

/** In characters, each of at most three bytes. */
const KEEPALIVE_LIMIT = 20_000;

/**
 * Calls the site's API with the session's cookie. Path, parameters, body and answer follow the server's contract. An
 * expired session is renewed once and the call repeated. Never rejects, unless `signal` aborts it.
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
  if (!result.ok && result.status === 401 && /^\/api\/(?:admin|account)\//.test(path)) {
    if ((await renewSession()) === "renewed") result = await send(method, url, input);
  }
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
        ...(body !== undefined && !isForm ? { "content-type": "application/json" } : {}),
      },
      keepalive: keepalive && (typeof sent !== "string" || sent.length < KEEPALIVE_LIMIT),
      body: sent,
    });
    const text = await response.text();
    const data = text ? parsed(text) : null;
    if (response.ok && data !== undefined) return { ok: true, data };
    const error = (data as { error?: ErrorDetail } | null | undefined)?.error;
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
