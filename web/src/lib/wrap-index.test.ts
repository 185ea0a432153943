import { describe, expect, it } from "vitest";
import { wrapIndex } from "./wrap-index";

describe("wrapIndex", () => {
  it.each([
    [0, 1, 6, 1],
    [5, 1, 6, 0],
    [0, -1, 6, 5],
    [2, -9, 6, 5],
    [0, 1, 1, 0],
    [0, -1, 0, 0],
  ])("from %i by %i of %i", (at, by, count, expected) => {
    expect(wrapIndex(at, by, count)).toBe(expected);
  });
});
