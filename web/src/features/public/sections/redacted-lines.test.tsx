import { afterEach, expect, it, vi } from "vitest";
import { render, unmount } from "../../../test-support/render";
import { RedactedLines } from "./redacted-lines";

afterEach(async () => {
  await unmount();
  vi.unstubAllGlobals();
  Reflect.deleteProperty(HTMLElement.prototype, "animate");
});

it("drifts for less than five seconds when it comes into view, once", async () => {
  let see = (_: boolean) => {};
  const disconnect = vi.fn();
  vi.stubGlobal("matchMedia", () => ({ matches: false }));
  vi.stubGlobal(
    "IntersectionObserver",
    class {
      disconnect = disconnect;
      constructor(tell: (entries: { isIntersecting: boolean }[]) => void) {
        see = (isIntersecting) => tell([{ isIntersecting }]);
      }
      observe() {}
    },
  );
  const animate = vi.fn((_frames: unknown, _timing: KeyframeAnimationOptions) => {});
  Object.assign(HTMLElement.prototype, { animate });
  await render(<RedactedLines />);
  see(false);
  expect(animate).not.toHaveBeenCalled();
  see(true);
  const timing = animate.mock.calls[0]?.[1];
  expect(timing?.duration).toBeLessThan(5000);
  expect(timing?.iterations ?? 1).toBe(1);
  expect(disconnect).toHaveBeenCalledOnce();
});
