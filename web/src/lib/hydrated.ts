/** Event of the window: the page has been hydrated. */
export const HYDRATED = "app:hydrated";

/** Event of the window: a part of the page will be hydrated later. Its detail is a `WaitingPart`. */
export const PART_WAITS = "app:part-waits";

/** A part of the page that is not hydrated yet. */
export interface WaitingPart {
  element: Element;
  /** Resolves when it is hydrated, or cannot be. */
  over: Promise<void>;
}
