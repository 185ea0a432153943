/** Minimum width for the scene; phones show the still image. */
export const ROOM = "(min-width: 48rem)";
export const STILLNESS = "(prefers-reduced-motion: reduce)";
/** A pointer that can hover: touch leaves no ink. */
export const POINTER = "(hover: hover) and (pointer: fine)";

/** Whether to show the animated scene to this visitor, checked before any of its code is loaded. */
export function wantsScene(): boolean {
  const { connection } = navigator as { connection?: { saveData?: boolean } };
  return (
    matchMedia(ROOM).matches &&
    !matchMedia(STILLNESS).matches &&
    connection?.saveData !== true &&
    "Worker" in window &&
    "OffscreenCanvas" in window &&
    "transferControlToOffscreen" in HTMLCanvasElement.prototype
  );
}
