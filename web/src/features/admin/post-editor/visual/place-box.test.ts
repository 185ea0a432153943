import { expect, it } from "vitest";
import { boxPlace } from "./place-box";

const FRAME = { left: 100, top: 50, width: 600 };
const BOX = { width: 300, height: 350 };
const place = (left: number, top: number, box = BOX) =>
  boxPlace({ left, top, bottom: top + 20 }, box, FRAME, 900);

it("puts a box below its line, or above it at the end of the window, within the frame", () => {
  expect(place(150, 300)).toMatchObject({ left: 50, top: 300 + 20 + 8 - FRAME.top });
  expect(place(150, 700)).toMatchObject({ left: 50, top: 700 - 8 - 350 - FRAME.top });
  expect(place(690, 300).left).toBe(600 - 300 - 8);
  expect(place(100, 300, { ...BOX, width: 640 }).left).toBe(8);
});

it("makes a box smaller rather than cover its line", () => {
  const { top, room } = place(150, 450);
  expect(top).toBe(450 - 8 - room - FRAME.top);
  expect(room).toBeLessThan(BOX.height);
  expect(place(150, 400)).toMatchObject({ top: 400 + 20 + 8 - FRAME.top, room: 900 - 104 - 428 });
});

it("does not cover the content above the frame", () => {
  expect(
    boxPlace({ left: 150, top: 600, bottom: 620 }, BOX, { ...FRAME, top: 400 }, 900),
  ).toMatchObject({
    left: 50,
    top: 0,
    room: 600 - 8 - 400,
  });
});

it("keeps a box visible if its range is longer than the window", () => {
  const { top } = boxPlace({ left: 150, top: -500, bottom: 2_000 }, BOX, FRAME, 900);
  expect(top + FRAME.top).toBeGreaterThan(100);
  expect(top + FRAME.top).toBeLessThan(900);
});
