import type { EmblaCarouselType, EmblaOptionsType } from "embla-carousel";
import { type RefObject, useCallback, useEffect, useRef, useState } from "react";
import { importChunk } from "../base/use-chunk";

const loadEmbla = () => import("embla-carousel");

interface SlideOptions {
  loop: boolean;
  slides: number;
}

interface Slides {
  /** Index of the place it stands at. */
  at: number;
  /** How many places there are: fewer than slides where several are seen at once. */
  stops: number;
  step: (by: number) => void;
}

/** How far before it is seen a row gets its motor. */
const NEAR = "600px";

/** Phones do without the motor: a finger scrolls better by itself, and their first load is small. */
const WIDE = "(min-width: 48rem)";

/** What moves a row of slides: the browser's own scrolling, and where there is a mouse to drag, Embla from when it comes near. */
export function useSlides(
  viewport: RefObject<HTMLElement | null>,
  { loop, slides }: SlideOptions,
): Slides {
  const motor = useRef<EmblaCarouselType | null>(null);
  const [at, setAt] = useState(0);
  const [stops, setStops] = useState(slides);

  useEffect(() => {
    const row = viewport.current;
    if (!row) return;
    const wide = matchMedia(WIDE);
    let isNear = false;
    let isGone = false;

    const start = async () => {
      // Without it the row still scrolls, by hand and by its buttons.
      const module = await importChunk(loadEmbla, null);
      if (!module || isGone || motor.current || !wide.matches) return;
      const startIndex = nearestSlide(row);
      // The row lies at its start for Embla to move.
      row.dataset.driven = "";
      row.scrollLeft = 0;
      motor.current = module.default(row, { ...EMBLA, loop, startIndex });
      const read = ({ selectedScrollSnap, scrollSnapList }: EmblaCarouselType) => {
        setAt(selectedScrollSnap());
        setStops(Math.max(1, scrollSnapList().length));
      };
      motor.current.on("select", read).on("reInit", read);
      read(motor.current);
    };
    const stop = () => {
      motor.current?.destroy();
      motor.current = null;
      delete row.dataset.driven;
    };
    const onScroll = () => {
      if (!motor.current) setAt(nearestSlide(row));
    };
    const onWidth = () => {
      if (wide.matches && isNear) void start();
      else if (motor.current) {
        stop();
        setStops(slidesOf(row).length);
        onScroll();
      }
    };
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (!entry?.isIntersecting) return;
        observer.disconnect();
        isNear = true;
        onWidth();
      },
      { rootMargin: NEAR },
    );
    row.addEventListener("scroll", onScroll, { passive: true });
    wide.addEventListener("change", onWidth);
    observer.observe(row);
    return () => {
      isGone = true;
      observer.disconnect();
      row.removeEventListener("scroll", onScroll);
      wide.removeEventListener("change", onWidth);
      stop();
    };
  }, [viewport, loop]);

  const step = useCallback(
    (by: number) => {
      const isStill = matchMedia("(prefers-reduced-motion: reduce)").matches;
      if (motor.current) {
        if (by > 0) motor.current.scrollNext(isStill);
        else motor.current.scrollPrev(isStill);
        return;
      }
      const row = viewport.current;
      if (!row) return;
      const wanted = nearestSlide(row) + by;
      const to = loop ? (wanted + slides) % slides : wanted;
      const slide = slidesOf(row)[to];
      if (!slide) return;
      row.scrollTo({ left: leftOf(row, slide), behavior: isStill ? "instant" : "smooth" });
    },
    [viewport, loop, slides],
  );

  return { at, stops, step };
}

const EMBLA: EmblaOptionsType = { align: "start", dragThreshold: 10, duration: 20 };

const slidesOf = (row: HTMLElement): HTMLElement[] => [
  ...row.querySelectorAll<HTMLElement>(":scope > ul > li"),
];

/** Where the row must be scrolled to for a slide to stand at its left edge. */
const leftOf = (row: HTMLElement, slide: HTMLElement): number =>
  slide.getBoundingClientRect().left - row.getBoundingClientRect().left + row.scrollLeft;

/** Index of the slide that stands nearest to the left edge. */
function nearestSlide(row: HTMLElement): number {
  const distances = slidesOf(row).map((slide) => Math.abs(leftOf(row, slide) - row.scrollLeft));
  return Math.max(0, distances.indexOf(Math.min(...distances)));
}
