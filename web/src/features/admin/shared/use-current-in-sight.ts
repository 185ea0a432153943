import { type RefObject, useEffect, useRef } from "react";

/**
 * Returns a ref for a row of links that scrolls sideways where it must. The present one is brought to the middle of it, when
 * the row is drawn and when another link is the present one; the page stays where it is.
 * @param present says which link it is
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
