import { afterEach, expect, it, vi } from "vitest";
import { formOf, inputOf } from "./post-form";
import { badChecks, CHECK_TIMEOUT, redirectAt } from "./save-checks";

const INPUT = inputOf(formOf(null), null);
const check = (id: string, level: string) => ({ id, level, value: "", threshold: "", advice: "" });

afterEach(() => vi.useRealTimers());

it("returns the failed checks", async () => {
  const checks = [check("a", "good"), check("b", "bad"), check("c", "warn")];
  const found = await badChecks(INPUT, async () => Response.json({ score: 40, checks }));
  expect(found.map(({ id }) => id)).toEqual(["b"]);
});

it("returns no checks if the call fails", async () => {
  expect(await badChecks(INPUT, async () => new Response("", { status: 500 }))).toEqual([]);
  expect(await badChecks(INPUT, () => Promise.reject(new TypeError("offline")))).toEqual([]);
});

/** Never responds. */
const silent: typeof fetch = (_, init) =>
  new Promise((_, reject) => {
    init?.signal?.addEventListener("abort", () => reject(new Error("aborted")));
  });

it("returns no checks if the response takes too long", async () => {
  vi.useFakeTimers();
  const found = [badChecks(INPUT, silent), redirectAt("a", silent)];
  await vi.advanceTimersByTimeAsync(CHECK_TIMEOUT);
  expect(await Promise.all(found)).toEqual([[], null]);
});

it("returns the target of a redirected address", async () => {
  expect(await redirectAt("a", async () => Response.json({ redirects_to: "/b" }))).toBe("/b");
  expect(await redirectAt("a", async () => Response.json({ redirects_to: null }))).toBeNull();
  expect(await redirectAt("a", async () => new Response("", { status: 500 }))).toBeNull();
});
