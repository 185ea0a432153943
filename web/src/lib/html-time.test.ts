import { expect, it } from "vitest";
import { htmlTime } from "./html-time";

it.each([
  ["2026-11-22T23:47:57.918046Z", "2026-11-22T23:47:57.918Z"],
  ["2026-11-22T23:47:57.9Z", "2026-11-22T23:47:57.9Z"],
  ["2026-11-22T23:47:57Z", "2026-11-22T23:47:57Z"],
])("keeps milliseconds at most: %s", (time, expected) => {
  expect(htmlTime(time)).toBe(expected);
});
