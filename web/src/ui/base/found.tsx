import { type ReactNode, useEffect, useRef } from "react";

interface FoundProps {
  children: ReactNode;
  /**
   * "view" (default): animated when it scrolls into view. "load": animated when the page appears. "none": not animated.
   */
  sweep?: "view" | "load" | "none";
}

/** The mark on the one word of a heading that a reader would search for. Without JavaScript it is shown at once. */
export function Found({ children, sweep = "view" }: FoundProps) {
  const ref = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    if (sweep === "view" && ref.current) return sweepInView(ref.current);
  }, [sweep]);
  return (
    <span ref={ref} className="found" data-sweep={sweep === "load" ? "load" : undefined}>
      {children}
    </span>
  );
}

/** Hides a mark below the fold until 30% of it is in view. Returns a function that stops observing it. */
function sweepInView(mark: HTMLElement): () => void {
  if (!("IntersectionObserver" in window)) return () => {};
  let first = true;
  const observer = new IntersectionObserver(
    ([entry]) => {
      if (!entry) return;
      const isInView = entry.intersectionRatio >= 0.3;
      // A mark that is already in view stays as it is, so that it does not vanish while it is being read.
      if (first && !entry.isIntersecting && entry.boundingClientRect.top > 0)
        mark.dataset.sweep = "wait";
      else if (isInView) {
        if (mark.dataset.sweep === "wait") mark.dataset.sweep = "run";
        observer.disconnect();
      }
      first = false;
    },
    { threshold: [0, 0.3] },
  );
  observer.observe(mark);
  return () => {
    observer.disconnect();
    delete mark.dataset.sweep;
  };
}
