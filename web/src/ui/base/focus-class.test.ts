import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { focusClass } from "./focus-class";

test("a focal point is kept in sight to the nearest tenth", () => {
  expect(focusClass({ x: 0, y: 100 })).toBe("focus-x-0 focus-y-100");
  expect(focusClass({ x: 14, y: 86 })).toBe("focus-x-10 focus-y-90");
  expect([focusClass(null), focusClass()]).toEqual([undefined, undefined]);
});

test("the style sheet has every tenth but the middle, which needs none", () => {
  const css = readFileSync("src/styles/covers.css", "utf8");
  const found = [...css.matchAll(/\.focus-([xy])-(\d+) \{\s*--focus-([xy]): (\d+)%;\s*\}/g)];
  const tenths = [0, 10, 20, 30, 40, 60, 70, 80, 90, 100];
  const expected = ["x", "y"].flatMap((axis) => tenths.map((tenth) => `${axis}${tenth}`));
  expect(found.map(([, axis, share]) => `${axis}${share}`)).toEqual(expected);
  expect(found.map(([, , , axis, share]) => `${axis}${share}`)).toEqual(expected);
});
