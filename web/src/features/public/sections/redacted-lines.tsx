import { useEffect, useRef } from "react";

/** Width of the tile in px, and the time it takes to pass: 40 px a second. */
const TILE = 1600;
const PASS_MS = 40_000;

/** Redacted lines that drift to the left while they are in view; still when motion is not wanted. Decorative. */
export function RedactedLines() {
  const ref = useRef<HTMLDivElement>(null);

  useEffect(() => {
    const lines = ref.current;
    if (!lines || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    const drift = lines.animate([{ transform: "none" }, { transform: `translateX(-${TILE}px)` }], {
      duration: PASS_MS,
      iterations: Number.POSITIVE_INFINITY,
    });
    drift.pause();
    const observer = new IntersectionObserver(([entry]) => {
      if (entry?.isIntersecting) drift.play();
      else drift.pause();
    });
    if (lines.parentElement) observer.observe(lines.parentElement);
    return () => {
      observer.disconnect();
      drift.cancel();
    };
  }, []);

  return (
    <div
      ref={ref}
      aria-hidden="true"
      className="pointer-events-none absolute inset-y-0 left-0 w-[calc(100%+1600px)] bg-[url('/images/redacted-lines.svg')] motion-reduce:hidden"
    />
  );
}
