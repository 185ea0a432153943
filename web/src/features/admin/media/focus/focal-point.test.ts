import { expect, test } from "vitest";
import { afterKey, MIDDLE, pointAt, within } from "./focal-point";

test("a focal point has whole coordinates inside the image", () => {
  expect(within(12.4, 99.6)).toEqual({ x: 12, y: 100 });
  expect(within(-1, 101)).toEqual({ x: 0, y: 100 });
});

test("arrow keys move it by one or ten hundredths, up to the edge", () => {
  expect(afterKey(MIDDLE, "ArrowLeft", false)).toEqual({ x: 49, y: 50 });
  expect(afterKey(MIDDLE, "ArrowDown", true)).toEqual({ x: 50, y: 60 });
  expect(afterKey({ x: 95, y: 0 }, "ArrowRight", true)).toEqual({ x: 100, y: 0 });
  expect(afterKey({ x: 95, y: 0 }, "ArrowUp", false)).toEqual({ x: 95, y: 0 });
  expect(afterKey(MIDDLE, "a", false)).toBeNull();
});

test("a position in the window is mapped to a point of the image as shown", () => {
  const shown = new DOMRect(100, 50, 400, 200);
  expect(pointAt(shown, 100, 250)).toEqual({ x: 0, y: 100 });
  expect(pointAt(shown, 400, 100)).toEqual({ x: 75, y: 25 });
  expect(pointAt(shown, 900, 0)).toEqual({ x: 100, y: 0 });
  expect(pointAt(new DOMRect(), 0, 0)).toEqual({ x: 0, y: 0 });
});
