import { type RefObject, useEffect, useEffectEvent, useState } from "react";

interface AutoplayOptions {
  /** Pauses while the pointer or the keyboard focus is in this element. */
  area: RefObject<HTMLElement | null>;
  /** Milliseconds between steps; without it nothing plays. */
  interval: number | undefined;
  /** The current position: any change restarts the interval. */
  position: number;
  onStep: () => void;
}

export interface Autoplay {
  /** Whether playing is switched on, for the pause button. */
  isOn: boolean;
  /** Whether the interval is running now. */
  isRunning: boolean;
  toggle: () => void;
}

/** Marks the button that toggles playing, whose focus must not pause it. */
export const AUTOPLAY_TOGGLE = { "data-autoplay-toggle": "" } as const;

/**
 * Advances automatically until it is switched off. Pauses while the pointer or the keyboard focus is in `area`, and
 * while the page is hidden. With reduced motion it starts switched off.
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

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new position restarts the interval
  useEffect(() => {
    if (!isRunning) return;
    const timer = window.setTimeout(() => step(), interval);
    return () => window.clearTimeout(timer);
  }, [isRunning, interval, position]);

  return { isOn, isRunning, toggle: () => setOn((on) => !on) };
}

/**
 * Calls `onChange` with whether nothing pauses the area, at once and on every change. Returns a function that stops it.
 */
function watchHolds(area: HTMLElement, onChange: (isFree: boolean) => void): () => void {
  let isPointedAt = area.matches(":hover");
  let hasFocus = false;
  const report = () => onChange(!isPointedAt && !hasFocus && !document.hidden);
  const onPointer = (event: PointerEvent) => {
    // Touch does not hover. A tap on a button is a step, which restarts the interval.
    isPointedAt = event.type === "pointerenter" && event.pointerType !== "touch";
    report();
  };
  const onFocus = (event: FocusEvent) => {
    const target = event.type === "focusin" ? event.target : event.relatedTarget;
    // Only keyboard focus counts, as a click leaves the focus behind long after the reader has moved on.
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
