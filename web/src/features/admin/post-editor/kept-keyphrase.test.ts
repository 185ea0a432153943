import { afterEach, expect, it, vi } from "vitest";
import { keepKeyphrase, keptKeyphrase } from "./kept-keyphrase";

afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
});

it("remembers the keyphrase of each post, and forgets one that was cleared", () => {
  keepKeyphrase("one", "log files");
  keepKeyphrase("two", "crawl budget");
  expect([keptKeyphrase("one"), keptKeyphrase("two"), keptKeyphrase("three")]).toEqual([
    "log files",
    "crawl budget",
    "",
  ]);
  keepKeyphrase("one", "");
  expect(keptKeyphrase("one")).toBe("");
  expect(localStorage.length).toBe(1);
});

it("keeps nothing for a post that is not stored, or where the browser stores nothing", () => {
  keepKeyphrase(undefined, "log files");
  expect(localStorage.length).toBe(0);
  expect(keptKeyphrase(undefined)).toBe("");
  const refuse = () => {
    throw new DOMException("No", "SecurityError");
  };
  vi.stubGlobal("localStorage", { getItem: refuse, setItem: refuse });
  keepKeyphrase("one", "log files");
  expect(keptKeyphrase("one")).toBe("");
});
