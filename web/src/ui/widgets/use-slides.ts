import type { EmblaCarouselType, EmblaOptionsType } from "embla-carousel";
import { type RefObject, useCallback, useEffect, useRef, useState } from "react";
import { importChunk } from "../base/use-chunk";

const loadEmbla = () => import("embla-carousel");

interface SlideOptions {
  loop: boolean;
  slides: number;
}

interface Slides {
  /** Index of the current snap point. */
  index: number;
  /** Number of snap points: fewer than slides where several are visible at once. */
  snapCount: number;
  step: (by: number) => void;
}

/** Distance from the viewport at which Embla is loaded for a row. */
const NEAR = "600px";

/** Phones do not load Embla: native scrolling is better there, and less code is loaded. */
const WIDE = "(min-width: 48rem)";

/** Moves a row of slides by native scrolling, and on wide screens by Embla once the row is near the viewport. */
export function useSlides(
  viewport: RefObject<HTMLElement | null>,
  { loop, slides }: SlideOptions,
): Slides {
  const embla = useRef<EmblaCarouselType | null>(null);
  /** Index of the slide to which the row is scrolling natively, or null. */
  const aim = useRef<number | null>(null);
  const [index, setIndex] = useState(0);
  const [snapCount, setSnapCount] = useState(slides);

  useEffect(() => {
    const row = viewport.current;
    if (!row) return;
    const wide = matchMedia(WIDE);
    let isNear = false;
    let isGone = false;

    const start = async () => {
      // Without Embla the row still scrolls natively and by its buttons.
      const module = await importChunk(loadEmbla, null);
      if (!module || isGone || embla.current || !wide.matches) return;
      const startIndex = nearestSlide(row);
      // Embla needs the row at its start.
      row.dataset.driven = "";
      row.scrollLeft = 0;
      embla.current = module.default(row, { ...EMBLA, loop, startIndex });
      const read = ({ selectedScrollSnap, scrollSnapList }: EmblaCarouselType) => {
        setIndex(selectedScrollSnap());
        setSnapCount(Math.max(1, scrollSnapList().length));
      };
      embla.current.on("select", read).on("reInit", read);
      read(embla.current);
    };
    const stop = () => {
      embla.current?.destroy();
      embla.current = null;
      delete row.dataset.driven;
    };
    const onArrival = () => {
      aim.current = null;
    };
    const onScroll = () => {
      if (!embla.current) setIndex(nearestSlide(row));
    };
    // A link to a slide from another page focuses it without scrolling the row.
    const onFocus = ({ target }: FocusEvent) => {
      const slides = slidesOf(row);
      const at = slides.findIndex((slide) => slide.contains(target as Node));
      const slide = slides[at];
      if (!slide || isInView(row, slide)) return;
      if (embla.current) embla.current.scrollTo(at, true);
      else row.scrollTo({ left: leftOf(row, slide), behavior: "instant" });
    };
    const onWidth = () => {
      if (wide.matches && isNear) void start();
      else if (embla.current) {
        stop();
        setSnapCount(slidesOf(row).length);
        onScroll();
      }
    };
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (!entry?.isIntersecting) return;
        observer.disconnect();
        isNear = true;
        // The browser may have scrolled the row to a slide that the address refers to.
        onScroll();
        onWidth();
      },
      { rootMargin: NEAR },
    );
    row.addEventListener("scroll", onScroll, { passive: true });
    row.addEventListener("scrollend", onArrival);
    // A swipe takes the row elsewhere, also in browsers without "scrollend".
    row.addEventListener("pointerdown", onArrival);
    row.addEventListener("focusin", onFocus);
    wide.addEventListener("change", onWidth);
    observer.observe(row);
    return () => {
      isGone = true;
      observer.disconnect();
      row.removeEventListener("scroll", onScroll);
      row.removeEventListener("scrollend", onArrival);
      row.removeEventListener("pointerdown", onArrival);
      row.removeEventListener("focusin", onFocus);
      wide.removeEventListener("change", onWidth);
      stop();
    };
  }, [viewport, loop]);

  const step = useCallback(
    (by: number) => {
      const isStill = matchMedia("(prefers-reduced-motion: reduce)").matches;
      if (embla.current) {
        if (by > 0) embla.current.scrollNext(isStill);
        else embla.current.scrollPrev(isStill);
        return;
      }
      const row = viewport.current;
      if (!row) return;
      // A second press during a smooth scroll counts from where the first one leads.
      const wanted = (aim.current ?? nearestSlide(row)) + by;
      // Where several slides are in view the row ends before its last slide is the nearest one.
      const isAtEnd = row.scrollLeft >= row.scrollWidth - row.clientWidth - 1;
      const next = by > 0 && isAtEnd ? 0 : (wanted + slides) % slides;
      const to = loop ? next : wanted;
      const slide = slidesOf(row)[to];
      if (!slide) return;
      const left = Math.min(leftOf(row, slide), row.scrollWidth - row.clientWidth);
      // No event reports the end of a scroll that does not move the row.
      aim.current = Math.abs(left - row.scrollLeft) < 1 ? null : to;
      row.scrollTo({ left, behavior: isStill ? "instant" : "smooth" });
    },
    [viewport, loop, slides],
  );

  return { index, snapCount, step };
}

const EMBLA: EmblaOptionsType = { align: "start", dragThreshold: 10, duration: 20 };

const slidesOf = (row: HTMLElement): HTMLElement[] => [
  ...row.querySelectorAll<HTMLElement>(":scope > ul > li"),
];

/** Returns the scroll position at which a slide is at the row's left edge, in pixels. */
const leftOf = (row: HTMLElement, slide: HTMLElement): number =>
  slide.getBoundingClientRect().left - row.getBoundingClientRect().left + row.scrollLeft;

/** Returns whether a part of a slide is visible in the row. */
function isInView(row: HTMLElement, slide: HTMLElement): boolean {
  const { left, right } = row.getBoundingClientRect();
  const box = slide.getBoundingClientRect();
  return box.left < right && box.right > left;
}

/** Returns the index of the slide nearest to the left edge. */
function nearestSlide(row: HTMLElement): number {
  const distances = slidesOf(row).map((slide) => Math.abs(leftOf(row, slide) - row.scrollLeft));
  return Math.max(0, distances.indexOf(Math.min(...distances)));
}
