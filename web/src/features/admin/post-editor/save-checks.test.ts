import { afterEach, expect, it, vi } from "vitest";
import { formOf, inputOf } from "./post-form";
import { badChecks, CHECK_TIMEOUT, redirectAt } from "./save-checks";

const INPUT = inputOf(formOf(null), null);
const check = (id: string, level: string) => ({ id, level, value: "", threshold: "", advice: "" });

const serve = (answer: typeof fetch) => vi.stubGlobal("fetch", answer);
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

it("returns the failed checks", async () => {
  const checks = [check("a", "good"), check("b", "bad"), check("c", "warn")];
  serve(async () => Response.json({ score: 40, checks }));
  const found = await badChecks(INPUT);
  expect(found.map(({ id }) => id)).toEqual(["b"]);
});

it("returns no checks if the call fails", async () => {
  serve(async () => new Response("", { status: 500 }));
  expect(await badChecks(INPUT)).toEqual([]);
  serve(() => Promise.reject(new TypeError("offline")));
  expect(await badChecks(INPUT)).toEqual([]);
});

/** Never responds. */
const silent: typeof fetch = (_, init) =>
  new Promise((_, reject) => {
    init?.signal?.addEventListener("abort", () => reject(new Error("aborted")));
  });

it("returns no checks if the response takes too long", async () => {
  vi.useFakeTimers();
  serve(silent);
  const found = [badChecks(INPUT), redirectAt("a")];
  await vi.advanceTimersByTimeAsync(CHECK_TIMEOUT);
  expect(await Promise.all(found)).toEqual([[], null]);
});

it("returns the target of a redirected address", async () => {
  serve(async () => Response.json({ redirects_to: "/b" }));
  expect(await redirectAt("a")).toBe("/b");
  serve(async () => Response.json({ redirects_to: null }));
  expect(await redirectAt("a")).toBeNull();
  serve(async () => new Response("", { status: 500 }));
  expect(await redirectAt("a")).toBeNull();
});
