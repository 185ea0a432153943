import type { Look } from "./robot-motion";

/** A canvas' box in CSS pixels, and the number of device pixels in each. */
export interface Box {
  width: number;
  height: number;
  ratio: number;
}

/** A rectangle in CSS pixels, from the canvas' top left corner. */
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
  /** Where to look; null is at rest. */
  | { type: "look"; look: Look | null }
  | { type: "run"; on: boolean }
  | { type: "ink"; canvas: OffscreenCanvas; box: Box; wall: ImageBitmap; tile: Tile; dry: Rect[] }
  | { type: "ink-box"; box: Box; dry: Rect[] }
  /** The pointer over the ink, in CSS pixels from its top left corner; null when it has left. */
  | { type: "pen"; at: { x: number; y: number } | null };

/** Size of the wall's picture, which repeats, in CSS pixels. */
export interface Tile {
  width: number;
  height: number;
}

/** Messages from the worker to the page. */
export type FromScene =
  /** The robot's first frame is drawn. */
  | { type: "ready" }
  /** The device is too slow for the scene: the still image is shown from now on. */
  | { type: "rested" }
  /** The robot could not start, or has stopped: the still image is shown. */
  | { type: "failed" };

/** The most pixels a CSS pixel gets. */
export const MAX_RATIO = 2;
