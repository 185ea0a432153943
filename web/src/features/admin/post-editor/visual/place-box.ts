import type { Editor } from "@tiptap/core";

/** Space between a box and its line, and between a box and the sides of its frame, in pixels. */
const GAP = 8;

/** Heights that fixed bars cover: page bar and toolbar at the top of the window, save bar at the bottom, in pixels. */
const BARS = { top: 120, bottom: 104 };

/** Position of a line of the text in the window. */
interface Line {
  left: number;
  top: number;
  bottom: number;
}

/** Position of a box in its frame, and its maximum height. */
interface Place {
  left: number;
  top: number;
  room: number;
  /** Space below and above the line, whichever is used. */
  below: number;
  above: number;
}

/**
 * Returns the position of a box: below a line, or above it where there is more space. It stays between the bars of the
 * page.
 * @param box its size without a height limit
 * @param frame left and top are relative to the window
 */
export function boxPlace(
  line: Line,
  box: { width: number; height: number },
  frame: { left: number; top: number; width: number },
  windowHeight: number,
): Place {
  const left = Math.min(line.left - frame.left, frame.width - box.width - GAP);
  const below = windowHeight - BARS.bottom - line.bottom - GAP;
  const highest = Math.max(BARS.top, frame.top);
  const above = line.top - GAP - highest;
  const isBelow = below >= box.height || below >= above;
  const room = Math.max(isBelow ? below : above, 0);
  const height = Math.min(box.height, room);
  const top = isBelow ? line.bottom + GAP : line.top - GAP - height;
  const last = windowHeight - BARS.bottom - height;
  return {
    left: Math.max(GAP, left),
    top: Math.max(highest, Math.min(top, last)) - frame.top,
    room,
    below,
    above,
  };
}

/** Minimum usable height of a box, in pixels: with less space, the page is scrolled. */
const LEAST = 360;

/** Places a box beside a range of the text, relative to its offset parent. Its list shrinks if necessary. */
export function placeBox(
  box: HTMLElement,
  editor: Editor,
  { from, to }: { from: number; to: number },
): void {
  if (editor.isDestroyed || !box.offsetParent) return;
  box.style.maxHeight = "none";
  const size = box.getBoundingClientRect();
  let place = placeNow(box, size, editor, from, to);
  const least = Math.min(size.height, LEAST);
  // Browsers scroll by whole pixels, so round away from zero.
  const scroll = (top: number) => {
    window.scrollBy({ top: top > 0 ? Math.ceil(top) : Math.floor(top), behavior: "instant" });
    place = placeNow(box, size, editor, from, to);
  };
  if (place.room < least) scroll(least - place.below);
  // At the end of the page, use the space above the line.
  if (place.room < least) scroll(place.above - least);
  box.style.left = `${place.left}px`;
  box.style.top = `${place.top}px`;
  box.style.maxHeight = `${Math.max(place.room, least)}px`;
}

function placeNow(
  box: HTMLElement,
  size: DOMRect,
  editor: Editor,
  from: number,
  to: number,
): Place {
  const line = lineOf(editor, from, to, size.height);
  const frame = box.offsetParent?.getBoundingClientRect() ?? new DOMRect();
  return boxPlace(line, size, frame, window.innerHeight);
}

/**
 * Returns the position of a range of the text. An image counts only as far as leaves space for a box below, so that no
 * scrolling is needed.
 */
function lineOf(editor: Editor, from: number, to: number, height: number): Line {
  const image = to - from === 1 ? editor.view.nodeDOM(from) : null;
  if (image instanceof HTMLElement) {
    const { left, top, bottom } = image.getBoundingClientRect();
    const last = window.innerHeight - BARS.bottom - GAP - height;
    return { left, top, bottom: Math.min(bottom, last) };
  }
  const { left, top } = editor.view.coordsAtPos(from);
  const { bottom } = editor.view.coordsAtPos(to);
  return { left, top, bottom };
}
