import { afterEach, expect, it, vi } from "vitest";
import { render, unmount } from "../../../test-support/render";
import { RedactedLines } from "./redacted-lines";

afterEach(async () => {
  await unmount();
  vi.unstubAllGlobals();
  Reflect.deleteProperty(HTMLElement.prototype, "animate");
});

it("drifts for less than five seconds in view, once", async () => {
  let see = (_: boolean) => {};
  vi.stubGlobal("matchMedia", () => ({ matches: false }));
  vi.stubGlobal(
    "IntersectionObserver",
    class {
      constructor(tell: (entries: { isIntersecting: boolean }[]) => void) {
        see = (isIntersecting) => tell([{ isIntersecting }]);
      }
      observe() {}
      disconnect() {}
    },
  );
  const drift = {
    playState: "running",
    play: vi.fn(() => {
      drift.playState = "running";
    }),
    pause: vi.fn(() => {
      drift.playState = "paused";
    }),
    cancel: vi.fn(),
  };
  const animate = vi.fn((_frames: unknown, _timing: KeyframeAnimationOptions) => drift);
  Object.assign(HTMLElement.prototype, { animate });
  await render(<RedactedLines />);
  const timing = animate.mock.calls[0]?.[1];
  expect(timing?.duration).toBeLessThan(5000);
  expect(timing?.iterations ?? 1).toBe(1);
  expect(drift.playState).toBe("paused");
  see(true);
  expect(drift.playState).toBe("running");
  see(false);
  expect(drift.playState).toBe("paused");
  drift.playState = "finished";
  see(false);
  see(true);
  expect(drift.playState).toBe("finished");
});
