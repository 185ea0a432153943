import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { focusClass } from "./focus-class";

test("a focal point is rounded to quarters", () => {
  expect(focusClass({ x: 0, y: 100 })).toBe("focus-x-0 focus-y-100");
  expect(focusClass({ x: 12, y: 63 })).toBe("focus-x-0 focus-y-75");
  expect([focusClass(null), focusClass()]).toEqual([undefined, undefined]);
});

test("the style sheet has every quarter except the centre, which needs none", () => {
  const css = readFileSync("src/styles/covers.css", "utf8");
  const found = [...css.matchAll(/\.focus-([xy])-(\d+) \{\s*--focus-([xy]): (\d+)%;\s*\}/g)];
  const quarters = [0, 25, 75, 100];
  const expected = ["x", "y"].flatMap((axis) => quarters.map((share) => `${axis}${share}`));
  expect(found.map(([, axis, share]) => `${axis}${share}`)).toEqual(expected);
  expect(found.map(([, , , axis, share]) => `${axis}${share}`)).toEqual(expected);
});
