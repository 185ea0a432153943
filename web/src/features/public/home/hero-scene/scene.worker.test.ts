import { beforeAll, expect, it, vi } from "vitest";
import type { ToScene } from "./messages";

const draw = vi.fn((_time: number, _passed: number) => false);
vi.mock("./robot", () => ({ createRobot: () => ({ resize: () => {}, draw }) }));
vi.mock("./device", () => ({ drawsInSoftware: () => false }));

const FRAME = 0.016;
let now = 0;
let waiting: FrameRequestCallback[] = [];
vi.stubGlobal("requestAnimationFrame", (callback: FrameRequestCallback) => {
  return waiting.push(callback);
});
vi.stubGlobal("postMessage", vi.fn());
vi.spyOn(performance, "now").mockImplementation(() => now);

const tell = (data: ToScene) => dispatchEvent(new MessageEvent("message", { data }));
/** Lets some seconds pass. Returns the number of frames drawn. */
function wait(seconds: number): number {
  draw.mockClear();
  for (let passed = 0; passed < seconds; passed += FRAME) {
    now += FRAME * 1000;
    const due = waiting;
    waiting = [];
    for (const callback of due) callback(now);
  }
  return draw.mock.calls.length;
}

beforeAll(async () => {
  await import("./scene.worker");
  const canvas = { getContext: () => ({}), addEventListener: () => {} };
  const box = { width: 10, height: 10, ratio: 1 };
  tell({ type: "robot", canvas: canvas as unknown as OffscreenCanvas, box });
  await vi.waitFor(() => expect(draw).toHaveBeenCalled());
});

it("stops within five seconds by itself, with open eyes", () => {
  expect(wait(3)).toBeGreaterThan(100);
  draw.mockReturnValue(true);
  expect(wait(4)).toBeGreaterThan(200);
  draw.mockReturnValue(false);
  wait(0.1);
  expect(wait(2)).toBe(0);
});

it("slows down before it stops", () => {
  tell({ type: "run", on: true });
  wait(4.7);
  const times = draw.mock.calls.map(([time]) => time);
  const step = (at: number) => (times.at(at) ?? 0) - (times.at(at - 1) ?? 0);
  expect(step(60)).toBeCloseTo(FRAME, 3);
  expect(step(-1)).toBeLessThan(FRAME / 50);
});

it("starts again on pointer movement, visibility and resizing, then stops again", () => {
  const box = { width: 20, height: 20, ratio: 1 };
  const wakes: ToScene[] = [
    { type: "look", look: { x: 0, y: 0 } },
    { type: "pen", at: { x: 0, y: 0 } },
    { type: "run", on: true },
    { type: "robot-box", box },
  ];
  for (const message of wakes) {
    wait(6);
    expect(wait(1)).toBe(0);
    tell(message);
    expect(wait(1), message.type).toBeGreaterThan(30);
  }
  tell({ type: "run", on: false });
  expect(wait(1), "out of view").toBe(0);
});
