import { bindSquare, clear, free, type Gl, makePair, makePicture, type Pair, Pass } from "./gl";
import {
  ADVECT,
  DAB_DYE,
  DAB_FLOW,
  DIVERGENCE,
  MOST_RECTS,
  PRESSURE,
  PROJECT,
  SHOW,
} from "./ink-shaders";
import type { Box, Rect, Tile } from "./messages";
import { type Dab, type Point, Stroke } from "./stroke";

/** CSS pixels per texel of the flow and of the ink: both are smooth, so only the final image needs full resolution. */
const GRAIN = { flow: 10, dye: 3 };
/** Time in which ink fades from full to below the visible threshold, in seconds. */
const LIFE = 1.8;
const FADING = (1 - 0.42) / LIFE;
/** Time after which all ink has certainly faded, so that the canvas is cleared and drawing stops, in seconds. */
const GONE = LIFE + 0.4;
/** The share of the flow that is left after a second, and the share of the pen's speed that is added to it. */
const KEPT_FLOW = 0.12;
const PUSH = 0.22;
const PRESSURE_STEPS = 14;
const LONGEST_STEP = 1 / 30;

export interface Ink {
  resize(box: Box, dry: readonly Rect[]): void;
  /** Reports the pen's position, or null when it has left; `now` in milliseconds. */
  move(at: Point | null, now: number): void;
  draw(now: number): void;
}

/** Creates flowing highlighter ink behind the headline; null if the device does not support it. */
export function createInk(canvas: OffscreenCanvas, wall: ImageBitmap, tile: Tile): Ink | null {
  const gl = canvas.getContext("webgl2", { alpha: true, antialias: false, depth: false });
  if (!gl?.getExtension("EXT_color_buffer_float")) return null;
  return new FluidInk(gl, canvas, wall, tile);
}

class FluidInk implements Ink {
  private readonly stroke = new Stroke();
  private readonly passes;
  private readonly wall: WebGLTexture;
  private dabs: Dab[] = [];
  private size: readonly [number, number] = [1, 1];
  private ratio = 1;
  private fields: { flow: Pair; pressure: Pair; divergence: Pair; dye: Pair } | null = null;
  private last = 0;
  private inkedAt = Number.NEGATIVE_INFINITY;
  private isWet = false;

  constructor(
    private readonly gl: Gl,
    private readonly canvas: OffscreenCanvas,
    wall: ImageBitmap,
    private readonly tile: Tile,
  ) {
    bindSquare(gl);
    this.wall = makePicture(gl, wall);
    wall.close();
    this.passes = {
      advect: new Pass(gl, ADVECT),
      dabDye: new Pass(gl, DAB_DYE),
      dabFlow: new Pass(gl, DAB_FLOW),
      divergence: new Pass(gl, DIVERGENCE),
      pressure: new Pass(gl, PRESSURE),
      project: new Pass(gl, PROJECT),
      show: new Pass(gl, SHOW),
    };
  }

  resize({ width, height, ratio }: Box, dry: readonly Rect[]): void {
    const { gl } = this;
    this.size = [width, height];
    this.ratio = ratio;
    this.canvas.width = Math.round(width * ratio);
    this.canvas.height = Math.round(height * ratio);
    if (this.fields) for (const pair of Object.values(this.fields)) free(gl, pair);
    const field = (grain: number) =>
      makePair(gl, Math.ceil(width / grain), Math.ceil(height / grain));
    this.fields = {
      flow: field(GRAIN.flow),
      pressure: field(GRAIN.flow),
      divergence: field(GRAIN.flow),
      dye: field(GRAIN.dye),
    };
    const rects = dry.slice(0, MOST_RECTS);
    this.passes.show.enter();
    gl.uniform1i(this.passes.show.place("dryCount"), rects.length);
    if (rects.length > 0) {
      const sides = rects.flatMap(({ left, top, right, bottom }) => [left, top, right, bottom]);
      gl.uniform4fv(this.passes.show.place("dry"), sides);
    }
  }

  move(at: Point | null, now: number): void {
    this.dabs.push(...this.stroke.move(at, now / 1000));
  }

  draw(now: number): void {
    const { fields } = this;
    if (!fields || !this.wake(now)) return;
    const passed = Math.min(LONGEST_STEP, (now - this.last) / 1000);
    this.last = now;
    const { size } = this;
    for (const dab of this.dabs) this.put(dab, fields);
    this.dabs = [];
    this.flow(fields, passed);
    this.passes.advect.draw(fields.dye.write, {
      flow: fields.flow.read.texture,
      source: fields.dye.read.texture,
      size,
      passed,
      keep: 1,
      lose: FADING * passed,
    });
    fields.dye.swap();
    this.passes.show.draw(null, {
      dye: fields.dye.read.texture,
      wall: this.wall,
      size,
      tile: [this.tile.width, this.tile.height],
      ratio: this.ratio,
    });
  }

  /** Whether there is ink to draw. Clears the canvas once when the last ink has faded. */
  private wake(now: number): boolean {
    if (this.dabs.length > 0) {
      if (!this.isWet) this.last = now;
      this.inkedAt = now;
      this.isWet = true;
    } else if (this.isWet && now - this.inkedAt > GONE * 1000) {
      this.isWet = false;
      for (const { read, write } of Object.values(this.fields ?? {})) {
        clear(this.gl, read);
        clear(this.gl, write);
      }
      clear(this.gl, null);
    }
    return this.isWet;
  }

  private put({ from, to, radius, velocity }: Dab, { dye, flow }: NonNullable<typeof this.fields>) {
    const shape = { size: this.size, a: [from.x, from.y], b: [to.x, to.y] } as const;
    this.passes.dabDye.draw(dye.write, { ...shape, radius, source: dye.read.texture });
    dye.swap();
    const push = [velocity.x * PUSH, velocity.y * PUSH] as const;
    const wide = radius * 1.6;
    this.passes.dabFlow.draw(flow.write, {
      ...shape,
      radius: wide,
      push,
      source: flow.read.texture,
    });
    flow.swap();
  }

  /** Moves the flow along with itself, then removes its divergence, so that it behaves like a liquid. */
  private flow(fields: NonNullable<typeof this.fields>, passed: number): void {
    const { flow, pressure, divergence } = fields;
    const texel = [1 / flow.read.width, 1 / flow.read.height] as const;
    this.passes.advect.draw(flow.write, {
      flow: flow.read.texture,
      source: flow.read.texture,
      size: this.size,
      passed,
      keep: KEPT_FLOW ** passed,
      lose: 0,
    });
    flow.swap();
    this.passes.divergence.draw(divergence.write, { flow: flow.read.texture, texel });
    divergence.swap();
    for (let i = 0; i < PRESSURE_STEPS; i++) {
      this.passes.pressure.draw(pressure.write, {
        source: pressure.read.texture,
        divergence: divergence.read.texture,
        texel,
      });
      pressure.swap();
    }
    this.passes.project.draw(flow.write, {
      source: flow.read.texture,
      pressure: pressure.read.texture,
      texel,
    });
    flow.swap();
  }
}
