import { afterEach, describe, expect, it, vi } from "vitest";
import { POINTER, ROOM, STILLNESS, wantsScene } from "./conditions";
import { drawsInSoftware } from "./device";
import { lookAt } from "./look";
import { Pace } from "./pace";
import { openness } from "./robot-motion";
import { Stroke } from "./stroke";
import { superellipsoid } from "./superellipsoid";

afterEach(() => {
  vi.unstubAllGlobals();
  Reflect.deleteProperty(HTMLCanvasElement.prototype, "transferControlToOffscreen");
});

describe("the scene", () => {
  /** Stubs a capable browser whose window matches these queries. */
  function browser(matching: string[], extra: Record<string, unknown> = {}): void {
    vi.stubGlobal("matchMedia", (query: string) => ({ matches: matching.includes(query) }));
    vi.stubGlobal("Worker", class {});
    vi.stubGlobal("OffscreenCanvas", class {});
    vi.stubGlobal("navigator", extra);
    Object.assign(HTMLCanvasElement.prototype, { transferControlToOffscreen: () => ({}) });
  }

  it("is shown on wide screens without reduced motion or data", () => {
    browser([ROOM]);
    expect(wantsScene()).toBe(true);
    browser([ROOM, POINTER], { connection: { saveData: false } });
    expect(wantsScene()).toBe(true);
  });

  it("is not shown in a small window, with reduced motion or with reduced data", () => {
    browser([]);
    expect(wantsScene()).toBe(false);
    browser([ROOM, STILLNESS]);
    expect(wantsScene()).toBe(false);
    browser([ROOM], { connection: { saveData: true } });
    expect(wantsScene()).toBe(false);
  });

  it("is not shown if the browser cannot draw in a worker", () => {
    browser([ROOM]);
    Reflect.deleteProperty(HTMLCanvasElement.prototype, "transferControlToOffscreen");
    expect(wantsScene()).toBe(false);
  });
});

describe("drawsInSoftware", () => {
  const device = (name: string, unmasked?: string) =>
    ({
      RENDERER: 1,
      getParameter: (key: number) => (key === 1 ? name : unmasked),
      getExtension: () => (unmasked ? { UNMASKED_RENDERER_WEBGL: 2 } : null),
    }) as unknown as WebGL2RenderingContext;

  it.each([
    [
      "WebKit WebGL",
      "ANGLE (Google, Vulkan 1.3.0 (SwiftShader Device (Subzero)), SwiftShader driver)",
    ],
    ["llvmpipe (LLVM 15.0.7, 256 bits)", undefined],
    ["WebKit WebGL", "ANGLE (Microsoft, Microsoft Basic Render Driver Direct3D11)"],
  ])("recognises %s (%s)", (name, unmasked) => {
    expect(drawsInSoftware(device(name, unmasked))).toBe(true);
  });

  it.each([
    ["WebKit WebGL", "ANGLE (Intel, Mesa Intel(R) UHD Graphics 620 (KBL GT2), OpenGL 4.6)"],
    ["Apple GPU", undefined],
    ["WebKit WebGL", undefined],
  ])("does not match %s (%s)", (name, unmasked) => {
    expect(drawsInSoftware(device(name, unmasked))).toBe(false);
  });
});

describe("lookAt", () => {
  const box = new DOMRect(900, 100, 500, 700);
  const reach = { width: 1400, height: 900 };

  it("is straight ahead for the robot's own face", () => {
    expect(lookAt({ x: 1135, y: 310 }, box, reach)).toEqual({ x: 0, y: 0 });
  });

  it("is half turned at half the reach, with positive values upwards", () => {
    expect(lookAt({ x: 785, y: 535 }, box, reach)).toEqual({ x: -0.5, y: -0.5 });
  });

  it("never exceeds the maximum turn", () => {
    expect(lookAt({ x: -9999, y: -9999 }, box, reach)).toEqual({ x: -1, y: 1 });
  });
});

describe("the eyes", () => {
  it("are open except for a blink of 180 ms, during which they are almost closed", () => {
    expect(openness(Number.POSITIVE_INFINITY)).toBe(1);
    expect(openness(0.2)).toBe(1);
    expect(openness(0.09)).toBe(0.07);
    expect(openness(0.045)).toBeCloseTo(0.5);
  });
});

describe("Pace", () => {
  /** Whether the scene continues after `frames` frames at intervals of `apart`. */
  const goesOn = (pace: Pace, frames: number, apart: number, from = 0): boolean =>
    Array.from({ length: frames }, (_, i) => pace.keepsUp(from + i * apart)).every(Boolean);

  it("draws at full resolution on a device that is fast enough", () => {
    const fewerPixels = vi.fn(() => true);
    expect(goesOn(new Pace(fewerPixels), 200, 32)).toBe(true);
    expect(fewerPixels).not.toHaveBeenCalled();
  });

  it("reduces the resolution on a slow device, then ends the scene", () => {
    const fewerPixels = vi.fn().mockReturnValueOnce(true).mockReturnValue(false);
    const pace = new Pace(fewerPixels);
    expect(goesOn(pace, 31, 35)).toBe(true);
    expect(fewerPixels).toHaveBeenCalledTimes(1);
    expect(goesOn(pace, 30, 35, 31 * 35)).toBe(false);
    expect(fewerPixels).toHaveBeenCalledTimes(2);
  });

  it("does not count a pause as slowness", () => {
    const fewerPixels = vi.fn(() => true);
    const pace = new Pace(fewerPixels);
    for (let i = 0; i < 60; i++) {
      pace.keepsUp(i * 5000);
      pace.pause();
    }
    expect(fewerPixels).not.toHaveBeenCalled();
  });
});

describe("Stroke", () => {
  const at = (x: number, y = 0) => ({ x, y });

  it("starts at the second position, and again after the pen has left", () => {
    const stroke = new Stroke();
    expect(stroke.move(at(0), 0)).toEqual([]);
    expect(stroke.move(at(10), 0.016)).toHaveLength(1);
    expect(stroke.move(null, 0.03)).toEqual([]);
    expect(stroke.move(at(400), 0.05)).toEqual([]);
  });

  it("is between 50 and 110 px wide, the faster the wider", () => {
    const widths = [100, 1000, 2400].map((speed) => {
      const stroke = new Stroke();
      let radius = 0;
      for (let i = 0; i < 60; i++) {
        for (const dab of stroke.move(at((i * speed) / 60), i / 60)) radius = dab.radius;
      }
      return radius * 2;
    });
    expect(widths).toEqual([...widths].sort((a, b) => a - b));
    expect(widths[0]).toBeGreaterThanOrEqual(50);
    expect(widths[2]).toBeLessThanOrEqual(110);
    expect(widths[2]).toBeGreaterThan(105);
  });

  it("loses a drop on a flick only", () => {
    const stroke = new Stroke(() => 0.5);
    stroke.move(at(0), 0);
    expect(stroke.move(at(20), 0.016)).toHaveLength(1);
    const [dab, drop] = stroke.move(at(120), 0.032);
    expect(dab?.to).toEqual(at(120));
    expect(drop?.radius).toBeLessThan(dab?.radius ?? 0);
    expect(drop?.from).toEqual(drop?.to);
  });
});

describe("superellipsoid", () => {
  it("stays within its half-axes, with outward normals of length 1", () => {
    const size = [1, 0.7, 0.5] as const;
    const shape = superellipsoid({ size, segments: 12 });
    const place = shape.getAttribute("position");
    const normal = shape.getAttribute("normal");
    for (let i = 0; i < place.count; i++) {
      const p = [place.getX(i), place.getY(i), place.getZ(i)] as const;
      const n = [normal.getX(i), normal.getY(i), normal.getZ(i)] as const;
      p.forEach((part, axis) => {
        expect(Math.abs(part)).toBeLessThanOrEqual((size[axis] ?? 0) + 1e-6);
      });
      expect(Math.hypot(...n)).toBeCloseTo(1);
      expect(p[0] * n[0] + p[1] * n[1] + p[2] * n[2]).toBeGreaterThan(0);
    }
  });
});
