import { type ReactNode, useEffect, useRef } from "react";
import { cx } from "../../lib/cx";

interface FoundProps {
  children: ReactNode;
  /** "view" (default): drawn when its heading is read. "load": drawn as the page appears. "none": drawn without motion. */
  sweep?: "view" | "load" | "none";
  className?: string;
}

/** The found mark: the one word of a heading that a reader would search for. Drawn at once without scripts. */
export function Found({ children, sweep = "view", className }: FoundProps) {
  const ref = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    if (sweep === "view" && ref.current) return sweepInView(ref.current);
  }, [sweep]);
  return (
    <span
      ref={ref}
      className={cx("found", className)}
      data-sweep={sweep === "load" ? "load" : undefined}
    >
      {children}
    </span>
  );
}

/** Holds back a mark that is below the fold until 30 % of it is in view. Returns a function that lets go. */
function sweepInView(mark: HTMLElement): () => void {
  if (!("IntersectionObserver" in window)) return () => {};
  let first = true;
  const observer = new IntersectionObserver(
    ([entry]) => {
      if (!entry) return;
      const isInView = entry.intersectionRatio >= 0.3;
      // What is seen already stays as it is: a mark must not vanish under the reader's eyes.
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
