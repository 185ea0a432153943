import type { FocalPoint } from "../../../../generated/api";

export const MIDDLE: FocalPoint = { x: 50, y: 50 };

const ARROWS: Record<string, [dx: number, dy: number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** Returns the nearest whole point inside the image. */
export function within(x: number, y: number): FocalPoint {
  const share = (percent: number) => Math.min(100, Math.max(0, Math.round(percent)));
  return { x: share(x), y: share(y) };
}

/** Returns the point after an arrow key: one hundredth on, or ten; null for other keys. */
export function afterKey({ x, y }: FocalPoint, key: string, isFast: boolean): FocalPoint | null {
  const arrow = ARROWS[key];
  if (!arrow) return null;
  const step = isFast ? 10 : 1;
  return within(x + arrow[0] * step, y + arrow[1] * step);
}

/** Returns the point of an image at a place of the window. */
export function pointAt(shown: DOMRect, clientX: number, clientY: number): FocalPoint {
  const share = (offset: number, side: number) => (100 * offset) / Math.max(1, side);
  return within(share(clientX - shown.left, shown.width), share(clientY - shown.top, shown.height));
}
