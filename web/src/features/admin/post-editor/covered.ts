/** How much of the window the bars cover at the top and bottom, in pixels: the cursor is kept between them. */
export const COVERED = { top: 190, bottom: 130, left: 0, right: 0 };
