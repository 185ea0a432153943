import { useEffect, useRef } from "react";

/**
 * How far the lines drift, in px (also part of their width below), and for how long. Movement that lasts for more than
 * five seconds would need a pause button (WCAG 2.2.2).
 */
const DISTANCE = 112;
const DURATION_MS = 4800;

/** Redacted lines that drift to the left once they are visible; hidden with reduced motion. Decorative. */
export function RedactedLines() {
  const ref = useRef<HTMLDivElement>(null);

  useEffect(() => {
    const lines = ref.current;
    if (!lines || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    const observer = new IntersectionObserver(([entry]) => {
      if (!entry?.isIntersecting) return;
      observer.disconnect();
      lines.animate([{ transform: "none" }, { transform: `translateX(-${DISTANCE}px)` }], {
        duration: DURATION_MS,
        easing: "ease-out",
        fill: "forwards",
      });
    });
    observer.observe(lines);
    return () => observer.disconnect();
  }, []);

  return (
    <div
      ref={ref}
      aria-hidden="true"
      className="pointer-events-none absolute inset-y-0 left-0 w-[calc(100%+112px)] bg-[url('/images/redacted-lines.svg')] motion-reduce:hidden"
    />
  );
}
