import type { Editor } from "@tiptap/core";

/** Between a box and the line that it belongs to, and between it and the sides, in pixels. */
const GAP = 8;

/** How far the bars of the page and the toolbar reach from the top of the window, and the bar of saving from its bottom. */
const BARS = { top: 120, bottom: 104 };

/** Where a line of the text is, in the window. */
interface Line {
  left: number;
  top: number;
  bottom: number;
}

/** Where a box goes in its frame, and how high it can be there. */
interface Place {
  left: number;
  top: number;
  room: number;
  /** How much room there is under the line and over it, wherever it goes. */
  below: number;
  above: number;
}

/**
 * Returns where a box goes: under a line, or over it where it fits better. It stays between the bars of the page.
 * @param box its size, where it has all the room that it wants
 * @param frame left and top are in the window
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

/** As much of a box can be used, in pixels: where there is less room, the page is scrolled. */
const LEAST = 360;

/** Puts a box beside a part of the text. Its offset parent is its frame; the list in it becomes shorter if need be. */
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
  // Browsers scroll by whole pixels: less than one would leave too little room.
  const scroll = (top: number) => {
    window.scrollBy({ top: top > 0 ? Math.ceil(top) : Math.floor(top), behavior: "instant" });
    place = placeNow(box, size, editor, from, to);
  };
  if (place.room < least) scroll(least - place.below);
  // Where the page ends, there is room over the line instead.
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

/** Returns where a part of the text is. Of an image, as much as leaves room for a box under it: no page is scrolled for that. */
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
