import { ink900, mark500, mark600 } from "virtual:palette";

/** Returns a colour as a GLSL vector with components from 0 to 1. */
const vec3 = (colour: string) =>
  `vec3(${[1, 3, 5].map((at) => (Number.parseInt(colour.slice(at, at + 2), 16) / 255).toFixed(3))})`;

/** In all textures the first row is the top, as in CSS. Only the last pass flips the image. */
export const VERTEX = `#version 300 es
in vec2 corner; out vec2 uv;
void main() { uv = corner * .5 + .5; gl_Position = vec4(corner, 0., 1.); }`;

const HEAD = `#version 300 es
precision highp float; in vec2 uv; out vec4 result;`;

/** Moves the content of a texture along with the flow and fades it: by a factor and by a constant. */
export const ADVECT = `${HEAD}
uniform sampler2D flow, source; uniform vec2 size; uniform float passed, keep, lose;
void main() {
  vec4 was = texture(source, uv - passed * texture(flow, uv).xy / size);
  result = max(abs(was) * keep - lose, 0.) * sign(was);
}`;

/** Distance to the line from a to b, in pixels. */
const DISTANCE = `
uniform vec2 size, a, b; uniform float radius;
float distanceToDab() {
  vec2 p = uv * size - a, line = b - a;
  return length(p - line * clamp(dot(p, line) / max(dot(line, line), 1e-4), 0., 1.));
}`;

/** Adds ink: .42 at the dab's edge, which is the threshold of visible ink, and 1 in its centre. */
export const DAB_DYE = `${HEAD}${DISTANCE}
uniform sampler2D source;
void main() {
  float fresh = clamp(.42 + .93 * (1. - distanceToDab() / radius), 0., 1.);
  result = vec4(max(texture(source, uv).x, fresh), 0., 0., 1.);
}`;

/** Adds the pen's velocity to the flow. */
export const DAB_FLOW = `${HEAD}${DISTANCE}
uniform sampler2D source; uniform vec2 push;
void main() {
  float d = distanceToDab() / radius;
  result = texture(source, uv) + vec4(push * exp(-d * d), 0., 0.);
}`;

export const DIVERGENCE = `${HEAD}
uniform sampler2D flow; uniform vec2 texel;
void main() {
  float l = texture(flow, uv - vec2(texel.x, 0.)).x, r = texture(flow, uv + vec2(texel.x, 0.)).x;
  float t = texture(flow, uv - vec2(0., texel.y)).y, b = texture(flow, uv + vec2(0., texel.y)).y;
  result = vec4(.5 * (r - l + b - t), 0., 0., 1.);
}`;

/** One iteration step towards the pressure that removes the divergence. */
export const PRESSURE = `${HEAD}
uniform sampler2D source, divergence; uniform vec2 texel;
void main() {
  float around = texture(source, uv - vec2(texel.x, 0.)).x + texture(source, uv + vec2(texel.x, 0.)).x
    + texture(source, uv - vec2(0., texel.y)).x + texture(source, uv + vec2(0., texel.y)).x;
  result = vec4((around - texture(divergence, uv).x) * .25, 0., 0., 1.);
}`;

export const PROJECT = `${HEAD}
uniform sampler2D source, pressure; uniform vec2 texel;
void main() {
  vec2 slope = vec2(
    texture(pressure, uv + vec2(texel.x, 0.)).x - texture(pressure, uv - vec2(texel.x, 0.)).x,
    texture(pressure, uv + vec2(0., texel.y)).x - texture(pressure, uv - vec2(0., texel.y)).x);
  result = vec4(texture(source, uv).xy - .5 * slope, 0., 1.);
}`;

/** The most areas that the ink avoids. */
export const MOST_RECTS = 12;

/**
 * Draws highlighter where there is ink, with the wall printed in it, a hard edge and a darker rim of 2 px. The ink
 * fades out within 40 px of text and controls.
 */
export const SHOW = `${HEAD}
uniform sampler2D dye, wall; uniform vec2 size, tile; uniform float ratio; uniform vec4 dry[${MOST_RECTS}]; uniform int dryCount;
const vec3 MARK = ${vec3(mark500)}, RIM = ${vec3(mark600)}, INK = ${vec3(ink900)};
float inkAt(vec2 p) {
  float ink = texture(dye, p / size).x;
  for (int i = 0; i < dryCount; i++) {
    vec2 outside = max(max(dry[i].xy - p, p - dry[i].zw), 0.);
    ink *= smoothstep(0., 40., length(outside));
  }
  return ink;
}
void main() {
  vec2 p = vec2(uv.x, 1. - uv.y) * size;
  float ink = inkAt(p);
  vec2 slope = vec2(inkAt(p + vec2(1., 0.)) - ink, inkAt(p + vec2(0., 1.)) - ink);
  float inside = (ink - .42) / max(length(slope), .0015);
  float cover = clamp(inside * ratio + .5, 0., 1.);
  float letters = smoothstep(.2, .8, texture(wall, p / tile).a);
  vec3 colour = mix(mix(MARK, INK, letters), RIM, 1. - smoothstep(1.5, 2.5, inside));
  result = vec4(colour, 1.) * cover;
}`;
