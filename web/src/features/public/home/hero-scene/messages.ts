import type { Look } from "./robot-motion";

/** Size of a canvas in CSS pixels, and the number of device pixels in each. */
export interface Box {
  width: number;
  height: number;
  ratio: number;
}

/** A rectangle in CSS pixels, relative to the canvas. */
export interface Rect {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** Messages from the page to the worker. */
export type ToScene =
  | { type: "robot"; canvas: OffscreenCanvas; box: Box }
  | { type: "robot-box"; box: Box }
  /** Direction to look in; null for the resting pose. */
  | { type: "look"; look: Look | null }
  | { type: "run"; on: boolean }
  | { type: "ink"; canvas: OffscreenCanvas; box: Box; wall: ImageBitmap; tile: Tile; dry: Rect[] }
  | { type: "ink-box"; box: Box; dry: Rect[] }
  /** Position of the pointer over the ink, in CSS pixels relative to the canvas; null when it has left. */
  | { type: "pen"; at: { x: number; y: number } | null };

/** Size of the wall's repeating image, in CSS pixels. */
export interface Tile {
  width: number;
  height: number;
}

/** Messages from the worker to the page. */
export type FromScene =
  /** The robot's first frame has been drawn. */
  | { type: "ready" }
  /** The device is too slow: the still image replaces the scene. */
  | { type: "rested" }
  /** The robot could not start, or has failed: the still image replaces it. */
  | { type: "failed" };

/** The highest number of device pixels per CSS pixel that is drawn. */
export const MAX_RATIO = 2;
