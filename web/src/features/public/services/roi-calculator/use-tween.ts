import { useEffect, useRef, useState } from "react";

/** Duration of the animation to a new value, in milliseconds. */
export const TWEEN_DURATION = 280;

const easeOut = (t: number): number => 1 - (1 - t) ** 3;

/** Animates a number to `value`; without animation if the visitor prefers reduced motion. */
export function useTween(value: number): number {
  const [shown, setShown] = useState(value);
  const current = useRef(value);

  useEffect(() => {
    const from = current.current;
    if (from === value) return;
    const show = (next: number) => {
      current.current = next;
      setShown(next);
    };
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) return show(value);
    const started = performance.now();
    let frame = requestAnimationFrame(function step(now) {
      const t = Math.min(1, Math.max(0, now - started) / TWEEN_DURATION);
      show(t < 1 ? from + (value - from) * easeOut(t) : value);
      if (t < 1) frame = requestAnimationFrame(step);
    });
    return () => cancelAnimationFrame(frame);
  }, [value]);

  return shown;
}
