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

/** The shapes of an area by their names, with width divided by height; null where any is right. */
export const SHAPES = { Free: null, "16:9": 16 / 9, "4:3": 4 / 3, "1:1": 1 } as const;
export type Shape = keyof typeof SHAPES;
type Ratio = number | null;

/** The shortest side of an area: less is an accident. */
const SHORTEST = 16;
/** The share of the image's sides that an area has first: its edges are seen and can be taken. */
const FIRST = 0.8;

const clamped = (value: number, least: number, most: number) =>
  Math.max(Math.min(value, most), least);

/** The area to begin with: in the middle, of a shape, and as large as leaves a margin. */
export function firstArea(size: ImageSize, ratio: Ratio): CropArea {
  const shape = ratio ?? size.width / size.height;
  const width = FIRST * Math.min(size.width, size.height * shape);
  const area = resized({ x: 0, y: 0, ...size }, { width, height: width / shape }, size, ratio);
  const [x, y] = [(size.width - area.width) / 2, (size.height - area.height) / 2];
  return moved(area, x, y, size);
}

/** An area at another place, as near as the image's edges let it. */
export function moved(area: CropArea, x: number, y: number, size: ImageSize): CropArea {
  return {
    ...area,
    x: clamped(Math.round(x), 0, size.width - area.width),
    y: clamped(Math.round(y), 0, size.height - area.height),
  };
}

/**
 * An area of another size, as near as the image's edges let it. One with a shape is at least as large as asked for, in
 * both directions.
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

/** Where the arrow keys lead: right and down. */
const ARROWS: Record<string, [dx: number, dy: number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** What an arrow key does to an area: it moves, with Shift it is sized. Null for other keys. */
export function afterKey(
  area: CropArea,
  key: string,
  isSizing: boolean,
  size: ImageSize,
  ratio: Ratio,
): CropArea | null {
  // A hundredth of the longer side: an edge is reached in a few seconds. Fields take single pixels.
  const step = Math.max(1, Math.round(Math.max(size.width, size.height) / 100));
  const arrow = ARROWS[key];
  if (!arrow) return null;
  const [dx, dy] = arrow;
  if (!isSizing) return moved(area, area.x + dx * step, area.y + dy * step, size);
  const [width, height] = [area.width + dx * step, area.height + dy * step];
  if (ratio === null) return resized(area, { width, height }, size, ratio);
  // Each arrow leads the side that it stands for; the other follows.
  const wanted = dx === 0 ? { width: 0, height } : { width, height: 0 };
  return resized(area, wanted, size, ratio);
}
