import { afterEach, expect, it, vi } from "vitest";
import { formOf, inputOf } from "./post-form";
import { badChecks, CHECK_TIMEOUT } from "./publish-check";

const INPUT = inputOf(formOf(null), null);
const check = (id: string, level: string) => ({ id, level, value: "", threshold: "", advice: "" });

afterEach(() => vi.useRealTimers());

it("finds the checks that are bad", async () => {
  const checks = [check("a", "good"), check("b", "bad"), check("c", "warn")];
  const found = await badChecks(INPUT, async () => Response.json({ score: 40, checks }));
  expect(found.map(({ id }) => id)).toEqual(["b"]);
});

it("finds nothing when the call fails", async () => {
  expect(await badChecks(INPUT, async () => new Response("", { status: 500 }))).toEqual([]);
  expect(await badChecks(INPUT, () => Promise.reject(new TypeError("offline")))).toEqual([]);
});

it("finds nothing when no answer comes in time", async () => {
  vi.useFakeTimers();
  const found = badChecks(
    INPUT,
    (_, init) =>
      new Promise((_, reject) => {
        init?.signal?.addEventListener("abort", () => reject(new Error("aborted")));
      }),
  );
  await vi.advanceTimersByTimeAsync(CHECK_TIMEOUT);
  expect(await found).toEqual([]);
});
