import type { Look } from "./robot-motion";

interface Point {
  x: number;
  y: number;
}

/** Position of the face, as fractions of the robot's box. */
const FACE = { x: 0.47, y: 0.3 };

const clamp = (value: number): number => Math.max(-1, Math.min(1, value));

/**
 * Returns the direction in which the robot sees a point of the window.
 * @param box the robot's box in the window
 * @param reach size of the window: at half of it, the head is turned all the way
 */
export function lookAt(point: Point, box: DOMRect, reach: { width: number; height: number }): Look {
  const face = { x: box.left + box.width * FACE.x, y: box.top + box.height * FACE.y };
  return {
    x: clamp((point.x - face.x) / (reach.width / 2)),
    y: clamp((face.y - point.y) / (reach.height / 2)),
  };
}

/** Returns the centre of a box. */
export const middleOf = ({ left, top, width, height }: DOMRect): Point => ({
  x: left + width / 2,
  y: top + height / 2,
});
