import { afterEach, expect, it, vi } from "vitest";
import { callApi, fieldErrors, focusFirstInvalid } from "./api";
import { cachedPage, cachePage } from "./page-cache";

const fetchMock = vi.fn<typeof fetch>();
vi.stubGlobal("fetch", fetchMock);
afterEach(() => fetchMock.mockReset());

const answer = (status: number, body?: unknown) =>
  new Response(body === undefined ? null : JSON.stringify(body), { status });

it("sends JSON and gives the answer back", async () => {
  fetchMock.mockResolvedValue(answer(201, { id: "1" }));
  const result = await callApi<{ id: string }>("/api/x", { method: "POST", body: { a: 1 } });
  expect(result).toEqual({ ok: true, data: { id: "1" } });
  const init = fetchMock.mock.calls[0]?.[1];
  expect(init?.body).toBe('{"a":1}');
  expect(init?.headers).toMatchObject({ "content-type": "application/json" });
});

it("takes an empty answer", async () => {
  fetchMock.mockResolvedValue(answer(204));
  expect(await callApi("/api/x", { method: "DELETE" })).toEqual({ ok: true, data: null });
});

it("gives the server's error with its fields", async () => {
  const error = { code: "invalid", message: "No", fields: { email: "Please" } };
  fetchMock.mockResolvedValue(answer(422, { error }));
  const result = await callApi("/api/x", { method: "POST", body: {} });
  expect(result).toEqual({ ok: false, status: 422, error });
  expect(result.ok ? {} : fieldErrors(result.error)).toEqual({ email: "Please" });
});

it("reports a lost connection and an answer that is no JSON instead of throwing", async () => {
  fetchMock.mockRejectedValueOnce(new TypeError("offline"));
  expect(await callApi("/api/x")).toMatchObject({ ok: false, error: { code: "network" } });
  fetchMock.mockResolvedValueOnce(new Response("<html>", { status: 502 }));
  expect(await callApi("/api/x")).toMatchObject({ status: 502, error: { code: "unexpected" } });
  fetchMock.mockResolvedValueOnce(new Response("<html>", { status: 200 }));
  expect(await callApi("/api/x")).toMatchObject({ ok: false, status: 200 });
});

it("renews an expired session once and repeats the call", async () => {
  fetchMock
    .mockResolvedValueOnce(answer(401, { error: { code: "authentication_required", message: "" } }))
    .mockResolvedValueOnce(answer(200, {}))
    .mockResolvedValueOnce(answer(200, { posts: [] }));
  expect(await callApi("/api/admin/posts")).toEqual({ ok: true, data: { posts: [] } });
  expect(fetchMock.mock.calls.map(([path]) => path)).toEqual([
    "/api/admin/posts",
    "/api/auth/refresh",
    "/api/admin/posts",
  ]);
});

it("forgets prefetched pages after what they may show, and only then", async () => {
  const page = Promise.resolve({ redirect: "/" });
  const isKept = async (status: number, options: Parameters<typeof callApi>[1]) => {
    cachePage("/blog", 0, page);
    fetchMock.mockResolvedValueOnce(answer(status, {}));
    await callApi("/api/x", options);
    return cachedPage("/blog", 0) === page;
  };
  expect(await isKept(200, { method: "POST", body: {} })).toBe(false);
  expect(await isKept(200, { method: "DELETE" })).toBe(false);
  expect(await isKept(200, {})).toBe(true);
  expect(await isKept(409, { method: "PUT", body: {} })).toBe(true);
  expect(await isKept(200, { method: "PUT", body: {}, isShown: false })).toBe(true);
});

it("moves focus to the first control that is wrong", () => {
  document.body.innerHTML = `<form><input><input id="a" aria-invalid="true"><input aria-invalid="true"></form>`;
  focusFirstInvalid(document.querySelector("form") as HTMLFormElement);
  expect(document.activeElement?.id).toBe("a");
});
