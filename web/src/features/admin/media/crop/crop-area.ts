/** A rectangle within an image, in whole pixels of the image. */
export interface CropArea {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** The size of an image in pixels. */
export interface ImageSize {
  width: number;
  height: number;
}

/** The corner that is dragged; the opposite one stays. */
export interface Corner {
  isLeft: boolean;
  isTop: boolean;
}

/** The shapes of an area by name, with width divided by height; null allows any. */
export const SHAPES = { Free: null, "16:9": 16 / 9, "4:3": 4 / 3, "1:1": 1 } as const;
export type Shape = keyof typeof SHAPES;
type Ratio = number | null;

/** The shortest side of an area in pixels: a smaller one would be an accident. */
const SHORTEST = 16;
/** The initial area's share of the image's sides, which leaves its edges visible and within reach. */
const FIRST = 0.8;

const clamped = (value: number, least: number, most: number) =>
  Math.max(Math.min(value, most), least);

/** Returns the initial area: centred, of the given shape, with a margin around it. */
export function firstArea(size: ImageSize, ratio: Ratio): CropArea {
  const shape = ratio ?? size.width / size.height;
  const width = FIRST * Math.min(size.width, size.height * shape);
  const area = resized({ x: 0, y: 0, ...size }, { width, height: width / shape }, size, ratio);
  const [x, y] = [(size.width - area.width) / 2, (size.height - area.height) / 2];
  return moved(area, x, y, size);
}

/** Returns an area moved to another position, as near as the image's edges allow. */
export function moved(area: CropArea, x: number, y: number, size: ImageSize): CropArea {
  return {
    ...area,
    x: clamped(Math.round(x), 0, size.width - area.width),
    y: clamped(Math.round(y), 0, size.height - area.height),
  };
}

/**
 * Returns an area resized, as far as the image's edges allow. With a fixed shape, it is at least as large as asked for
 * in both directions.
 * @param corner the corner that moves
 */
export function resized(
  area: CropArea,
  wanted: ImageSize,
  size: ImageSize,
  ratio: Ratio,
  { isLeft, isTop }: Corner = { isLeft: false, isTop: false },
): CropArea {
  const [right, bottom] = [area.x + area.width, area.y + area.height];
  const room = {
    width: isLeft ? right : size.width - area.x,
    height: isTop ? bottom : size.height - area.y,
  };
  const least = Math.min(SHORTEST, room.width, room.height);
  let width = clamped(wanted.width, least, room.width);
  let height = clamped(wanted.height, least, room.height);
  if (ratio !== null) {
    const most = Math.min(room.width, room.height * ratio);
    width = clamped(
      Math.max(wanted.width, wanted.height * ratio),
      least * Math.max(1, ratio),
      most,
    );
    height = width / ratio;
  }
  width = clamped(Math.round(width), 1, room.width);
  height = clamped(Math.round(height), 1, room.height);
  return { x: isLeft ? right - width : area.x, y: isTop ? bottom - height : area.y, width, height };
}

/** The direction of each arrow key: right and down are positive. */
const ARROWS: Record<string, [dx: number, dy: number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** Returns an area after an arrow key, which moves it, or with Shift changes its size; null for other keys. */
export function afterKey(
  area: CropArea,
  key: string,
  isSizing: boolean,
  size: ImageSize,
  ratio: Ratio,
): CropArea | null {
  // A hundredth of the longer side, so that an edge is reached in a few seconds. The number fields take single pixels.
  const step = Math.max(1, Math.round(Math.max(size.width, size.height) / 100));
  const arrow = ARROWS[key];
  if (!arrow) return null;
  const [dx, dy] = arrow;
  if (!isSizing) return moved(area, area.x + dx * step, area.y + dy * step, size);
  const [width, height] = [area.width + dx * step, area.height + dy * step];
  if (ratio === null) return resized(area, { width, height }, size, ratio);
  // The arrow sets its side's length; with a fixed shape the other side follows.
  const wanted = dx === 0 ? { width: 0, height } : { width, height: 0 };
  return resized(area, wanted, size, ratio);
}
