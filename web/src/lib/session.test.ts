import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { callApi } from "./api";
import { renewSession } from "./session";

const call = vi.fn<typeof fetch>();
const answer = (status: number, body: unknown = {}) => Response.json(body, { status });
const session = (expires_in: number | null) =>
  answer(200, { session: expires_in === null ? null : { expires_in } });

beforeEach(() => {
  /** Requests are granted one after the other, as in browsers. */
  let last: Promise<unknown> = Promise.resolve();
  const request = (_: string, work: () => Promise<unknown>) => {
    last = last.then(work, work);
    return last;
  };
  vi.stubGlobal("navigator", { locks: { request } });
  vi.stubGlobal("fetch", call);
});
afterEach(() => {
  vi.unstubAllGlobals();
  call.mockReset();
});

it("renews once for all concurrent calls", async () => {
  call.mockResolvedValueOnce(session(null)).mockResolvedValueOnce(answer(200));
  expect(await Promise.all([renewSession(), renewSession(), renewSession()])).toEqual([
    "renewed",
    "renewed",
    "renewed",
  ]);
  expect(call.mock.calls.map(([path]) => path)).toEqual(["/api/auth/session", "/api/auth/refresh"]);
});

it("does not renew what another tab has renewed meanwhile", async () => {
  call.mockResolvedValueOnce(session(900));
  expect(await renewSession()).toBe("renewed");
  expect(call).toHaveBeenCalledTimes(1);
});

it.each([
  [401, "ended"],
  [503, "failed"],
])("returns the result of a renewal with the status %i", async (status, expected) => {
  call.mockResolvedValueOnce(session(299)).mockResolvedValueOnce(answer(status));
  expect(await renewSession()).toBe(expected);
  // The next call makes a new request.
  call.mockResolvedValueOnce(session(null)).mockResolvedValueOnce(answer(200));
  expect(await renewSession()).toBe("renewed");
});

it("renews for a call that asks whether the sign-in is recent", async () => {
  call.mockResolvedValueOnce(answer(401, { error: { code: "authentication_required" } }));
  call.mockResolvedValueOnce(session(null)).mockResolvedValueOnce(answer(200));
  call.mockResolvedValueOnce(new Response(null, { status: 204 }));
  expect((await callApi("GET", "/api/auth/reauthenticate")).ok).toBe(true);
  expect(call).toHaveBeenCalledTimes(4);
});

it("works without locks if the browser has none", async () => {
  vi.stubGlobal("navigator", {});
  call.mockResolvedValueOnce(session(null)).mockResolvedValueOnce(answer(200));
  expect(await renewSession()).toBe("renewed");
});
