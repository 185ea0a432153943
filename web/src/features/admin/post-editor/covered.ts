/** Whether the window is so low that the bars scroll with the page (`post-editor.css`). */
const isLow = globalThis.innerHeight <= 320;

/** How much of the window the bars cover at the top and bottom, in pixels: the cursor is kept between them. */
export const COVERED = isLow
  ? { top: 20, bottom: 20, left: 0, right: 0 }
  : { top: 190, bottom: 130, left: 0, right: 0 };
