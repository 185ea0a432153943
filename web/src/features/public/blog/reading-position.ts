import { useEffect, useState } from "react";
import type { Heading } from "../../../generated/api";
import { withQuery } from "../../../lib/url";

/** Distance of a heading from the top of the window, in pixels. */
export interface HeadingPosition {
  id: string;
  top: number;
}

/**
 * Returns the heading that is being read: the last one at or above `line` (px from the top of the window), or the first
 * while none is; null without headings. At the end of the page it is the last heading, which may never reach the line.
 */
export function headingAt(
  positions: readonly HeadingPosition[],
  line: number,
  atEnd = false,
): string | null {
  if (atEnd) return positions.at(-1)?.id ?? null;
  let current = positions[0]?.id ?? null;
  for (const { id, top } of positions) {
    if (top > line) break;
    current = id;
  }
  return current;
}

/** Returns the address of a heading: a fragment on the current page, or else the article's page that contains it. */
export function headingUrl(articleUrl: string, heading: Heading, page: number): string {
  if (heading.page === page) return `#${heading.id}`;
  return `${withQuery(articleUrl, { page: heading.page > 1 ? heading.page : null })}#${heading.id}`;
}

/** Just below the navigation bar and the scroll margin of anchors (120 px). */
const READING_LINE = 136;

/** Returns the id of the heading being read, updated on scroll. On the server: the first. */
export function useReadingPosition(ids: readonly string[]): string | null {
  const [current, setCurrent] = useState<string | null>(ids[0] ?? null);
  const key = ids.join(" ");

  useEffect(() => {
    const elements = key
      .split(" ")
      .map((id) => document.getElementById(id))
      .filter((element) => element !== null);
    let frame = 0;
    const measure = () => {
      frame = 0;
      const positions = elements.map((element) => ({
        id: element.id,
        top: element.getBoundingClientRect().top,
      }));
      const page = document.documentElement;
      const atEnd =
        window.scrollY > 0 && window.innerHeight + window.scrollY >= page.scrollHeight - 2;
      setCurrent(headingAt(positions, READING_LINE, atEnd));
    };
    const schedule = () => {
      frame ||= requestAnimationFrame(measure);
    };
    measure();
    window.addEventListener("scroll", schedule, { passive: true });
    window.addEventListener("resize", schedule);
    return () => {
      cancelAnimationFrame(frame);
      window.removeEventListener("scroll", schedule);
      window.removeEventListener("resize", schedule);
    };
  }, [key]);

  return current;
}
