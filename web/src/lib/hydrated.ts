/** Event of the window: the page's scripts have taken over its markup, and answer its visitor. */
export const HYDRATED = "app:hydrated";

/** Event of the window: a part of the page is hydrated later than the page. Its detail is a `WaitingPart`. */
export const PART_WAITS = "app:part-waits";

/** A part of the page that does not answer its visitor yet. */
export interface WaitingPart {
  element: Element;
  /** Resolves when it does, or never will. */
  over: Promise<void>;
}
