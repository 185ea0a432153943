import { afterEach, expect, it, vi } from "vitest";
import { callApi } from "./api";
import { cachedPage, cachePage } from "./page-cache";
import "./session";

const fetchMock = vi.fn<typeof fetch>();
vi.stubGlobal("fetch", fetchMock);
afterEach(() => fetchMock.mockReset());

const answer = (status: number, body?: unknown) =>
  new Response(body === undefined ? null : JSON.stringify(body), { status });

it("sends JSON and returns the response", async () => {
  fetchMock.mockResolvedValue(answer(201, { id: "1" }));
  const result = await callApi("POST", "/api/auth/sign-up", { body: { email: "a@b.example" } });
  expect(result).toEqual({ ok: true, data: { id: "1" } });
  const [path, init] = fetchMock.mock.calls[0] ?? [];
  expect([path, init?.method, init?.body]).toEqual([
    "/api/auth/sign-up",
    "POST",
    '{"email":"a@b.example"}',
  ]);
  expect(init?.headers).toMatchObject({ "content-type": "application/json" });
});

it("puts parameters into path and query, escaped, and omits empty ones", async () => {
  fetchMock.mockImplementation(async () => answer(200, {}));
  await callApi("GET", "/api/admin/posts/{id}/revisions/{revision}", {
    path: { id: "a/b", revision: "1" },
  });
  await callApi("GET", "/api/admin/media", { query: { search: "a&b", page: 2 } });
  await callApi("DELETE", "/api/admin/media/{id}", { path: { id: "1" }, query: { force: false } });
  expect(fetchMock.mock.calls.map(([path]) => path)).toEqual([
    "/api/admin/posts/a%2Fb/revisions/1",
    "/api/admin/media?search=a%26b&page=2",
    "/api/admin/media/1",
  ]);
});

it("accepts only what the contract allows", () => {
  const calls = () => [
    // @ts-expect-error: no such path
    callApi("GET", "/api/nothing"),
    // @ts-expect-error: no such method of this path
    callApi("DELETE", "/api/tags"),
    // @ts-expect-error: the path parameter is missing
    callApi("GET", "/api/admin/posts/{id}"),
    // @ts-expect-error: no such query parameter
    callApi("GET", "/api/admin/media", { query: { sorted: true } }),
    // @ts-expect-error: a field of the body has another type
    callApi("POST", "/api/auth/sign-in", { body: { email: 1 } }),
    // @ts-expect-error: the body is missing
    callApi("POST", "/api/bookings"),
    // @ts-expect-error: the answer has no such field
    callApi("GET", "/api/availability").then((result) => result.ok && result.data.free),
  ];
  expect(calls).toBeTypeOf("function");
});

it("sends form data unchanged", async () => {
  fetchMock.mockResolvedValue(answer(201, {}));
  const body = new FormData();
  await callApi("POST", "/api/admin/media", { body });
  const init = fetchMock.mock.calls[0]?.[1];
  expect(init?.body).toBe(body);
  expect(init?.headers).toEqual({ accept: "application/json" });
});

it("lets only short calls outlive the page", async () => {
  fetchMock.mockImplementation(async () => answer(200, {}));
  const send = (password: string) =>
    callApi("POST", "/api/auth/sign-up", { body: { password }, keepalive: true });
  await send("short");
  await send("long".repeat(5_000));
  expect(fetchMock.mock.calls.map(([, init]) => init?.keepalive)).toEqual([true, false]);
});

it("rejects only when its signal aborts it", async () => {
  const controller = new AbortController();
  controller.abort();
  fetchMock.mockRejectedValue(new DOMException("", "AbortError"));
  const { signal } = controller;
  await expect(callApi("GET", "/api/tags", { signal })).rejects.toThrow(DOMException);
});

it("accepts an empty response", async () => {
  fetchMock.mockResolvedValue(answer(204));
  expect(await callApi("POST", "/api/auth/sign-out")).toEqual({ ok: true, data: null });
});

it("returns the server's error with its fields", async () => {
  const error = { code: "invalid", message: "No", fields: { email: "Please" } };
  fetchMock.mockResolvedValue(answer(422, { error }));
  const result = await callApi("POST", "/api/auth/sign-up", { body: {} });
  expect(result).toEqual({ ok: false, status: 422, error });
});

it("recognises an error in a response with a success status", async () => {
  const error = { code: "mail", message: "No" };
  fetchMock.mockResolvedValue(answer(200, { error }));
  const result = await callApi("POST", "/api/functions/send-contact-email", {
    body: { data: { type: "newsletter", email: "" } },
  });
  expect(result).toEqual({ ok: false, status: 200, error });
});

it("reports a lost connection and a response that is not JSON without throwing", async () => {
  fetchMock.mockRejectedValueOnce(new TypeError("offline"));
  expect(await callApi("GET", "/api/tags")).toMatchObject({
    ok: false,
    error: { code: "network" },
  });
  fetchMock.mockResolvedValueOnce(new Response("<html>", { status: 502 }));
  expect(await callApi("GET", "/api/tags")).toMatchObject({
    status: 502,
    error: { code: "unexpected" },
  });
  fetchMock.mockResolvedValueOnce(new Response("<html>", { status: 200 }));
  expect(await callApi("GET", "/api/tags")).toMatchObject({ ok: false, status: 200 });
});

it("renews an expired session once and repeats the call", async () => {
  fetchMock
    .mockResolvedValueOnce(answer(401, { error: { code: "authentication_required", message: "" } }))
    .mockResolvedValueOnce(answer(200, { session: null }))
    .mockResolvedValueOnce(answer(200, {}))
    .mockResolvedValueOnce(answer(200, { posts: [] }));
  expect(await callApi("GET", "/api/admin/posts")).toEqual({ ok: true, data: { posts: [] } });
  expect(fetchMock.mock.calls.map(([path]) => path)).toEqual([
    "/api/admin/posts",
    "/api/auth/session",
    "/api/auth/refresh",
    "/api/admin/posts",
  ]);
});

it("drops prefetched pages after calls that change them, and only then", async () => {
  const page = Promise.resolve({ redirect: "/" });
  const isKept = async (status: number, call: () => Promise<unknown>) => {
    cachePage("/blog", 0, page);
    fetchMock.mockResolvedValueOnce(answer(status, {}));
    await call();
    return cachedPage("/blog", 0) === page;
  };
  const path = { id: "1" };
  const change = (invalidatesPages?: boolean) => () =>
    callApi("PATCH", "/api/admin/media/{id}", { path, body: { alt_text: "" }, invalidatesPages });
  expect(await isKept(200, change())).toBe(false);
  expect(await isKept(200, () => callApi("DELETE", "/api/admin/posts/{id}", { path }))).toBe(false);
  expect(await isKept(200, () => callApi("GET", "/api/tags"))).toBe(true);
  expect(await isKept(409, change())).toBe(true);
  expect(await isKept(200, change(false))).toBe(true);
});
