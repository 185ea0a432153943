/** A point of an image, in percent from the left and from the top. */
export interface FocalPoint {
  x: number;
  y: number;
}

/**
 * Returns the classes that keep a focal point in view in a cropped image, rounded to quarters. Classes, as the
 * Content-Security-Policy forbids style attributes in documents.
 */
export function focusClass(point?: FocalPoint | null): string | undefined {
  return point ? `focus-x-${quarter(point.x)} focus-y-${quarter(point.y)}` : undefined;
}

const quarter = (percent: number) => Math.round(percent / 25) * 25;
