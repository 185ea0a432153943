import { expect, it } from "vitest";
import { angleOf, shortestWay, TURN, timeAt } from "./orbit-angle";

it.each([
  [0, 72, 72],
  [350, 10, 20],
  [10, 350, -20],
  [-144, 144, -72],
  [720, 0, 0],
])("the shorter way from %d to %d degrees is %d", (from, to, way) =>
  expect(shortestWay(from, to)).toBe(way),
);

it.each([
  ["none", 0],
  ["", 0],
  ["matrix(1, 0, 0, 1, 0, 0)", 0],
  ["matrix(0, 1, -1, 0, 0, 0)", 90],
  ["matrix(-0.809017, 0.587785, -0.587785, -0.809017, 0, 0)", 144],
  ["matrix3d(1, 0, 0, 0)", 0],
])("%s is a rotation by %d degrees", (transform, angle) =>
  expect(angleOf(transform)).toBeCloseTo(angle, 3),
);

it("returns the time at which an angle is reached", () => {
  expect(timeAt(0)).toBe(0);
  expect(timeAt(180)).toBe(TURN / 2);
  expect(timeAt(-90)).toBe(TURN * 0.75);
});
