import { boxOf, makeCanvas } from "./canvas";
import type { Rect, Tile, ToScene } from "./messages";

/** The text and controls of the hero, which the ink avoids. */
const READ = "h1, p, a, .find";

type Tell = (message: ToScene, transfer?: Transferable[]) => void;

/** Puts the ink's canvas over the wall and transfers it to the worker, with an image of the wall to print in it. */
export async function prepareInk(
  section: HTMLElement,
  tell: Tell,
  signal: AbortSignal,
): Promise<void> {
  const wall = section.querySelector<HTMLElement>(".hero-wall");
  const address = wall && /url\("(.+)"\)/.exec(getComputedStyle(wall).backgroundImage)?.[1];
  const picture = address && (await load(address));
  if (!picture || signal.aborted) return;

  const canvas = makeCanvas("hero-ink");
  section.append(canvas);
  signal.addEventListener("abort", () => canvas.remove());
  const box = boxOf(canvas);
  const tile: Tile = { width: picture.naturalWidth, height: picture.naturalHeight };
  const bitmap = draw(picture, tile, box.ratio);
  if (!bitmap) return canvas.remove();
  const offscreen = canvas.transferControlToOffscreen();
  const dry = () => dryRects(section, canvas);
  tell({ type: "ink", canvas: offscreen, box, wall: bitmap, tile, dry: dry() }, [
    offscreen,
    bitmap,
  ]);

  const sizes = new ResizeObserver(() => tell({ type: "ink-box", box: boxOf(canvas), dry: dry() }));
  sizes.observe(canvas);
  signal.addEventListener("abort", () => sizes.disconnect());
  section.addEventListener(
    "pointermove",
    (event) => {
      if (event.pointerType === "touch") return;
      const { left, top } = canvas.getBoundingClientRect();
      tell({ type: "pen", at: { x: event.clientX - left, y: event.clientY - top } });
    },
    { signal, passive: true },
  );
  section.addEventListener("pointerleave", () => tell({ type: "pen", at: null }), { signal });
}

async function load(address: string): Promise<HTMLImageElement | null> {
  const picture = new Image();
  picture.src = address;
  try {
    await picture.decode();
    return picture;
  } catch {
    return null;
  }
}

/** Draws the vector image at the resolution of the screen, as workers cannot decode SVG. */
function draw(picture: HTMLImageElement, { width, height }: Tile, ratio: number) {
  const canvas = new OffscreenCanvas(Math.round(width * ratio), Math.round(height * ratio));
  const context = canvas.getContext("2d");
  if (!context) return null;
  context.drawImage(picture, 0, 0, canvas.width, canvas.height);
  return canvas.transferToImageBitmap();
}

/** Returns the areas without ink: the lines of text, rather than the boxes around them. */
function dryRects(section: HTMLElement, canvas: HTMLElement): Rect[] {
  const origin = canvas.getBoundingClientRect();
  const range = document.createRange();
  return [...section.querySelectorAll(READ)].flatMap((element) => {
    range.selectNodeContents(element);
    const boxes = element.matches("h1, p") ? linesOf(range) : [element.getBoundingClientRect()];
    return boxes.map(({ left, top, right, bottom }) => ({
      left: left - origin.left,
      top: top - origin.top,
      right: right - origin.left,
      bottom: bottom - origin.top,
    }));
  });
}

/** Returns the lines of a text. Boxes that overlap vertically belong to one line. */
function linesOf(range: Range): Rect[] {
  const lines: Rect[] = [];
  for (const box of range.getClientRects()) {
    if (box.width === 0) continue;
    const middle = (box.top + box.bottom) / 2;
    const line = lines.find(({ top, bottom }) => middle > top && middle < bottom);
    if (!line) {
      lines.push({ left: box.left, top: box.top, right: box.right, bottom: box.bottom });
      continue;
    }
    line.left = Math.min(line.left, box.left);
    line.right = Math.max(line.right, box.right);
    line.top = Math.min(line.top, box.top);
    line.bottom = Math.max(line.bottom, box.bottom);
  }
  return lines;
}
