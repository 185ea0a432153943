/** From here up there is room for the scene; phones keep the still. */
export const ROOM = "(min-width: 48rem)";
export const STILLNESS = "(prefers-reduced-motion: reduce)";
/** A pointer that hovers: fingers leave no ink. */
export const POINTER = "(hover: hover) and (pointer: fine)";

/** Whether this visitor gets the moving scene at all: decided before anything of it is fetched. */
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
