import { useEffect, useState } from "react";

/** A section becomes current once its top reaches the upper third of the window. */
const READING_LINE = "0px 0px -66% 0px";

/**
 * Returns the section that is being read.
 * @param ids element ids in document order; must be the same array on every render
 * @returns the id of the last section that has reached the upper third; at first, the first id
 */
export function useCurrentSection(ids: readonly string[]): string | undefined {
  const [current, setCurrent] = useState(ids[0]);
  useEffect(() => {
    const visible = new Set<string>();
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries) {
          if (isIntersecting) visible.add(target.id);
          else visible.delete(target.id);
        }
        const last = ids.findLast((id) => visible.has(id));
        if (last) setCurrent(last);
      },
      { rootMargin: READING_LINE },
    );
    for (const id of ids) {
      const element = document.getElementById(id);
      if (element) observer.observe(element);
    }
    return () => observer.disconnect();
  }, [ids]);
  return current;
}
