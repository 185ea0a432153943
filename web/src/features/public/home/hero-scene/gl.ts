import { VERTEX } from "./ink-shaders";

/** A number, a vector, or a texture by the unit it is bound to. */
type Value = number | readonly [number, number] | WebGLTexture;

/** A texture that is drawn into. */
export interface Target {
  texture: WebGLTexture;
  frame: WebGLFramebuffer;
  width: number;
  height: number;
}

/** Two textures, of which one is read while the other is drawn into, and which are then swapped. */
export class Pair {
  constructor(
    public read: Target,
    public write: Target,
  ) {}

  swap(): void {
    [this.read, this.write] = [this.write, this.read];
  }
}

export type Gl = WebGL2RenderingContext;

const made = <T>(thing: T | null): T => {
  if (thing === null) throw new Error("WebGL gave nothing");
  return thing;
};

/** A shader program that draws over the whole target. */
export class Pass {
  readonly program: WebGLProgram;
  private readonly places = new Map<string, WebGLUniformLocation | null>();

  constructor(
    private readonly gl: Gl,
    fragment: string,
  ) {
    this.program = made(gl.createProgram());
    for (const [kind, source] of [
      [gl.VERTEX_SHADER, VERTEX],
      [gl.FRAGMENT_SHADER, fragment],
    ] as const) {
      const shader = made(gl.createShader(kind));
      gl.shaderSource(shader, source);
      gl.compileShader(shader);
      gl.attachShader(this.program, shader);
    }
    gl.bindAttribLocation(this.program, 0, "corner");
    gl.linkProgram(this.program);
    if (!gl.getProgramParameter(this.program, gl.LINK_STATUS)) {
      throw new Error(gl.getProgramInfoLog(this.program) ?? "A shader does not link");
    }
  }

  place(name: string): WebGLUniformLocation | null {
    const known = this.places.get(name);
    if (known !== undefined) return known;
    const place = this.gl.getUniformLocation(this.program, name);
    this.places.set(name, place);
    return place;
  }

  /** Makes this the current program, for which uniforms are set. */
  enter(): void {
    // biome-ignore lint/correctness/useHookAtTopLevel: a method of WebGL, not of React
    this.gl.useProgram(this.program);
  }

  /** Draws into a target, or onto the canvas. */
  draw(to: Target | null, values: Record<string, Value>): void {
    const { gl } = this;
    this.enter();
    let unit = 0;
    for (const [name, value] of Object.entries(values)) {
      const place = this.place(name);
      if (typeof value === "number") gl.uniform1f(place, value);
      else if (Array.isArray(value)) gl.uniform2f(place, value[0], value[1]);
      else {
        gl.activeTexture(gl.TEXTURE0 + unit);
        gl.bindTexture(gl.TEXTURE_2D, value as WebGLTexture);
        gl.uniform1i(place, unit);
        unit += 1;
      }
    }
    gl.bindFramebuffer(gl.FRAMEBUFFER, to?.frame ?? null);
    gl.viewport(0, 0, to?.width ?? gl.drawingBufferWidth, to?.height ?? gl.drawingBufferHeight);
    gl.drawArrays(gl.TRIANGLE_STRIP, 0, 4);
  }
}

/** Binds the square that every pass draws. */
export function bindSquare(gl: Gl): void {
  gl.bindBuffer(gl.ARRAY_BUFFER, made(gl.createBuffer()));
  gl.bufferData(gl.ARRAY_BUFFER, new Float32Array([-1, -1, 1, -1, -1, 1, 1, 1]), gl.STATIC_DRAW);
  gl.enableVertexAttribArray(0);
  gl.vertexAttribPointer(0, 2, gl.FLOAT, false, 0, 0);
}

/** Creates an empty texture of half floats to draw into. */
export function makeTarget(gl: Gl, width: number, height: number): Target {
  const texture = made(gl.createTexture());
  gl.bindTexture(gl.TEXTURE_2D, texture);
  gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA16F, width, height, 0, gl.RGBA, gl.HALF_FLOAT, null);
  smooth(gl, gl.CLAMP_TO_EDGE);
  const frame = made(gl.createFramebuffer());
  gl.bindFramebuffer(gl.FRAMEBUFFER, frame);
  gl.framebufferTexture2D(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.TEXTURE_2D, texture, 0);
  clear(gl, { texture, frame, width, height });
  return { texture, frame, width, height };
}

export const makePair = (gl: Gl, width: number, height: number): Pair =>
  new Pair(makeTarget(gl, width, height), makeTarget(gl, width, height));

/** Creates a repeating texture from an image. */
export function makePicture(gl: Gl, picture: ImageBitmap): WebGLTexture {
  const texture = made(gl.createTexture());
  gl.bindTexture(gl.TEXTURE_2D, texture);
  gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA, gl.RGBA, gl.UNSIGNED_BYTE, picture);
  smooth(gl, gl.REPEAT);
  return texture;
}

function smooth(gl: Gl, wrap: number): void {
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.LINEAR);
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, gl.LINEAR);
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_S, wrap);
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_T, wrap);
}

/** Clears a target, or the canvas. */
export function clear(gl: Gl, target: Target | null): void {
  gl.bindFramebuffer(gl.FRAMEBUFFER, target?.frame ?? null);
  gl.clearColor(0, 0, 0, 0);
  gl.clear(gl.COLOR_BUFFER_BIT);
}

export function free(gl: Gl, { read, write }: Pair): void {
  for (const { texture, frame } of [read, write]) {
    gl.deleteTexture(texture);
    gl.deleteFramebuffer(frame);
  }
}
