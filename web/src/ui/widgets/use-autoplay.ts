import { type RefObject, useEffect, useEffectEvent, useState } from "react";

interface AutoplayOptions {
  /** What the reader may point at or focus to hold it. */
  area: RefObject<HTMLElement | null>;
  /** Milliseconds between two steps; without it nothing plays. */
  interval: number | undefined;
  /** What is shown: any change of it starts the interval anew. */
  position: number;
  onStep: () => void;
}

export interface Autoplay {
  /** Whether the reader lets it play; what a pause button shows. */
  isOn: boolean;
  /** Whether the interval runs at this moment. */
  isRunning: boolean;
  toggle: () => void;
}

/** Marks the button that starts and stops it: the focus on it does not hold what it has just started. */
export const AUTOPLAY_TOGGLE = { "data-autoplay-toggle": "" } as const;

/**
 * Steps on by itself until the reader stops it. Waits while `area` is pointed at or holds the keyboard's focus and
 * while the tab is hidden. With reduced motion visitors start it themselves.
 */
export function useAutoplay({ area, interval, position, onStep }: AutoplayOptions): Autoplay {
  const [isOn, setOn] = useState(interval !== undefined);
  const [isFree, setFree] = useState(false);
  const step = useEffectEvent(onStep);
  const isRunning = interval !== undefined && isOn && isFree;

  useEffect(() => {
    const element = area.current;
    if (interval === undefined || !element) return;
    return watchHolds(element, setFree);
  }, [area, interval]);

  useEffect(() => {
    const reduced = matchMedia("(prefers-reduced-motion: reduce)");
    const stopIfReduced = () => {
      if (reduced.matches) setOn(false);
    };
    stopIfReduced();
    reduced.addEventListener("change", stopIfReduced);
    return () => reduced.removeEventListener("change", stopIfReduced);
  }, []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new position starts the interval anew
  useEffect(() => {
    if (!isRunning) return;
    const timer = window.setTimeout(() => step(), interval);
    return () => window.clearTimeout(timer);
  }, [isRunning, interval, position]);

  return { isOn, isRunning, toggle: () => setOn((on) => !on) };
}

/** Calls `onChange` with whether nothing holds the area: at once and on every change. Returns a function that stops. */
function watchHolds(area: HTMLElement, onChange: (isFree: boolean) => void): () => void {
  let isPointedAt = area.matches(":hover");
  let hasFocus = false;
  const report = () => onChange(!isPointedAt && !hasFocus && !document.hidden);
  const onPointer = (event: PointerEvent) => {
    // A finger does not hover: its tap is a step, and a step starts the interval anew.
    isPointedAt = event.type === "pointerenter" && event.pointerType !== "touch";
    report();
  };
  const onFocus = (event: FocusEvent) => {
    const target = event.type === "focusin" ? event.target : event.relatedTarget;
    // A click leaves the focus where it was made, long after the reader has gone on: only the keyboard's counts.
    hasFocus =
      target instanceof Element &&
      area.contains(target) &&
      target.matches(":focus-visible") &&
      !target.matches("[data-autoplay-toggle]");
    report();
  };
  area.addEventListener("pointerenter", onPointer);
  area.addEventListener("pointerleave", onPointer);
  area.addEventListener("focusin", onFocus);
  area.addEventListener("focusout", onFocus);
  document.addEventListener("visibilitychange", report);
  report();
  return () => {
    area.removeEventListener("pointerenter", onPointer);
    area.removeEventListener("pointerleave", onPointer);
    area.removeEventListener("focusin", onFocus);
    area.removeEventListener("focusout", onFocus);
    document.removeEventListener("visibilitychange", report);
  };
}
