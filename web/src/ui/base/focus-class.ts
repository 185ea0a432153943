/** A point of an image, in percent from the left and from the top. */
export interface FocalPoint {
  x: number;
  y: number;
}

/**
 * Returns the classes that keep a focal point in sight where an image is cut to a shape. Quarters are
 * near enough; a style of its own is what the site's security policy takes in no document.
 */
export function focusClass(point?: FocalPoint | null): string | undefined {
  return point ? `focus-x-${quarter(point.x)} focus-y-${quarter(point.y)}` : undefined;
}

const quarter = (percent: number) => Math.round(percent / 25) * 25;
