import { type RefObject, useEffect, useRef } from "react";

/**
 * Returns a ref for a row of links that can scroll sideways. Scrolls the current link to the middle of the row, on
 * mount and whenever another link becomes current. The page does not scroll.
 * @param present identifies the current link
 */
export function useCurrentInSight<Row extends HTMLElement>(
  present: string | undefined,
): RefObject<Row | null> {
  const ref = useRef<Row>(null);
  useEffect(() => {
    const row = ref.current;
    const here = present === undefined ? null : row?.querySelector<HTMLElement>("[aria-current]");
    if (row && here) {
      row.scrollLeft = here.offsetLeft - row.offsetLeft - (row.clientWidth - here.offsetWidth) / 2;
    }
  }, [present]);
  return ref;
}
