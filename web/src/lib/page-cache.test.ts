import { expect, it } from "vitest";
import { CACHE_TTL, cachedPage, cachePage } from "./page-cache";

it("frees expired pages when another one is cached", () => {
  const [first, second] = [
    Promise.resolve({ redirect: "/a" }),
    Promise.resolve({ redirect: "/b" }),
  ];
  cachePage("/first", 0, first);
  cachePage("/second", CACHE_TTL - 1, second);
  expect(cachedPage("/first", 0)).toBe(first);
  cachePage("/second", CACHE_TTL, second);
  expect(cachedPage("/first", 0)).toBeUndefined();
  expect(cachedPage("/second", CACHE_TTL)).toBe(second);
});
