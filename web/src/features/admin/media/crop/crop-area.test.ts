import { describe, expect, it } from "vitest";
import { afterKey, type CropArea, firstArea, moved, resized, SHAPES } from "./crop-area";

const size = { width: 1000, height: 600 };
const area: CropArea = { x: 100, y: 100, width: 400, height: 300 };

it("starts centred with a margin", () => {
  expect(firstArea(size, null)).toEqual({ x: 100, y: 60, width: 800, height: 480 });
  expect(firstArea(size, SHAPES["1:1"])).toEqual({ x: 260, y: 60, width: 480, height: 480 });
  expect(firstArea(size, SHAPES["16:9"])).toEqual({ x: 100, y: 75, width: 800, height: 450 });
});

it("can be moved up to the edges", () => {
  expect(moved(area, 120.4, 99.6, size)).toEqual({ ...area, x: 120, y: 100 });
  expect(moved(area, -50, 900, size)).toEqual({ ...area, x: 0, y: 300 });
});

describe("resizing", () => {
  it("keeps the opposite corner and stays within the image", () => {
    expect(resized(area, { width: 2000, height: 10 }, size, null)).toEqual({
      ...area,
      width: 900,
      height: 16,
    });
    const corner = { isLeft: true, isTop: true };
    expect(resized(area, { width: 450, height: 380 }, size, null, corner)).toEqual({
      x: 50,
      y: 20,
      width: 450,
      height: 380,
    });
    expect(resized(area, { width: 9000, height: 9000 }, size, null, corner)).toEqual({
      x: 0,
      y: 0,
      width: 500,
      height: 400,
    });
  });

  it("keeps the shape at the edges", () => {
    for (const ratio of [SHAPES["16:9"], SHAPES["4:3"], SHAPES["1:1"]])
      for (const isLeft of [false, true])
        for (const width of [-5, 1, 160, 333, 5000]) {
          const found = resized(area, { width, height: 0 }, size, ratio, { isLeft, isTop: isLeft });
          expect(Math.abs(found.width / ratio - found.height)).toBeLessThanOrEqual(0.5);
          expect(Math.min(found.x, found.y)).toBeGreaterThanOrEqual(0);
          expect(found.x + found.width).toBeLessThanOrEqual(size.width);
          expect(found.y + found.height).toBeLessThanOrEqual(size.height);
          expect(Math.min(found.width, found.height)).toBeGreaterThanOrEqual(16);
        }
  });

  it("works for an image smaller than the minimum area", () => {
    const tiny = { width: 3, height: 1 };
    expect(firstArea(tiny, null)).toEqual({ x: 1, y: 0, width: 2, height: 1 });
    expect(firstArea(tiny, SHAPES["1:1"])).toEqual({ x: 1, y: 0, width: 1, height: 1 });
  });
});

describe("keys", () => {
  it("move the area, and resize it with Shift", () => {
    expect(afterKey(area, "ArrowRight", false, size, null)).toEqual({ ...area, x: 110 });
    expect(afterKey(area, "ArrowUp", false, size, null)).toEqual({ ...area, y: 90 });
    expect(afterKey(area, "ArrowLeft", true, size, null)).toEqual({ ...area, width: 390 });
    expect(afterKey(area, "ArrowDown", true, size, null)).toEqual({ ...area, height: 310 });
    expect(afterKey(area, "Enter", false, size, null)).toBeNull();
  });

  it("keep the shape when resizing", () => {
    const square = { x: 0, y: 0, width: 100, height: 100 };
    const keys = ["ArrowLeft", "ArrowUp", "ArrowRight", "ArrowDown"];
    const sides = keys.map((key) => afterKey(square, key, true, size, 1)?.height);
    expect(sides).toEqual([90, 90, 110, 110]);
  });
});
