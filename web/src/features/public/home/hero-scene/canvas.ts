import { type Box, MAX_RATIO } from "./messages";

/** Returns a canvas that assistive technology and the pointer ignore. */
export function makeCanvas(className: string): HTMLCanvasElement {
  const canvas = document.createElement("canvas");
  canvas.className = className;
  canvas.setAttribute("aria-hidden", "true");
  return canvas;
}

/** Returns the size of an element, as a canvas needs it. */
export function boxOf(element: HTMLElement): Box {
  const { width, height } = element.getBoundingClientRect();
  return {
    width: Math.max(1, Math.round(width)),
    height: Math.max(1, Math.round(height)),
    ratio: Math.min(MAX_RATIO, window.devicePixelRatio || 1),
  };
}
