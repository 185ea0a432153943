import { useEffect, useState } from "react";

/** The part of the window's height that counts: a section is current once its head is in the upper third. */
const READING_LINE = "0px 0px -66% 0px";

/**
 * The section that one is at.
 * @param ids element ids in document order; give the same array each time
 * @returns the id of the last of them that has come into the upper third, the first to begin with
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
