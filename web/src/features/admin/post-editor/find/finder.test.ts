import { expect, it } from "vitest";
import { matchesIn, matchFrom, patternOf } from "./finder";

const found = (query: string, text: string, isExact = false) => {
  const pattern = patternOf(query, isExact);
  return pattern ? matchesIn(text, pattern).map(({ from, to }) => text.slice(from, to)) : null;
};

it("takes special characters of patterns literally", () => {
  expect(found("a.b", "a.b axb")).toEqual(["a.b"]);
  expect(found("(1-2)/3 [x]{2} $^|*+?\\", "(1-2)/3 [x]{2} $^|*+?\\")).toHaveLength(1);
  expect(found("", "a")).toBeNull();
});

it("ignores case unless exact, with correct positions where case changes the length", () => {
  expect(found("Log", "log LOG Log")).toEqual(["log", "LOG", "Log"]);
  expect(found("Log", "log LOG Log", true)).toEqual(["Log"]);
  expect(found("x", "İİx")).toEqual(["x"]);
});

it("finds any white space and curly quotation marks", () => {
  expect(found("it's a", "it’s\u00a0a it's a")).toHaveLength(2);
  expect(found('"a"', "“a”")).toHaveLength(1);
});

it("continues from a position, and wraps around to the first match", () => {
  const matches = [1, 5, 9].map((from) => ({ from, to: from + 1 }));
  expect(matchFrom(matches, 5)).toBe(1);
  expect(matchFrom(matches, 6)).toBe(2);
  expect(matchFrom(matches, 10)).toBe(0);
  expect(matchFrom([], 0)).toBe(-1);
});
