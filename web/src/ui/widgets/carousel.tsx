import { type KeyboardEvent, type ReactNode, useRef } from "react";
import { cx } from "../../lib/cx";
import { IconButton } from "../base/button";
import { FindBar } from "../base/find-bar";
import { pause, play } from "../base/icons-tools.generated";
import { AUTOPLAY_TOGGLE, useAutoplay } from "./use-autoplay";
import { useSlides } from "./use-slides";

interface CarouselProps<T> {
  /** Name of the carousel. */
  label: string;
  /** The noun for a slide, for the labels of the buttons: "article". */
  noun: string;
  /** Text of the find bar. */
  query: string;
  /** The section's heading, left of the find bar. */
  heading: ReactNode;
  items: readonly T[];
  itemKey: (item: T) => string;
  /** Classes for the width of a slide: "basis-[84%] md:basis-1/2 lg:basis-1/3". */
  perView: string;
  /** On phones a row to swipe (default), or a list of all slides. */
  phone?: "row" | "list";
  /** Whether the first slide follows the last. */
  loop?: boolean;
  /** Milliseconds until the next slide is shown automatically; adds a pause button. */
  autoplay?: number;
  children: (item: T, isCurrent: boolean) => ReactNode;
}

/**
 * Slides in a row with a find bar. The server's HTML is a row with native scroll snapping; dragging, looping and
 * counting are added when it is near the viewport.
 */
export function Carousel<T>({
  label,
  noun,
  query,
  heading,
  items,
  itemKey,
  perView,
  phone = "row",
  loop = false,
  autoplay,
  children,
}: CarouselProps<T>) {
  const root = useRef<HTMLDivElement>(null);
  const viewport = useRef<HTMLDivElement>(null);
  const slides = useSlides(viewport, { loop, slides: items.length });
  const { isOn, isRunning, toggle } = useAutoplay({
    area: root,
    interval: autoplay,
    position: slides.index,
    onStep: () => slides.step(1),
  });
  const onKeyDown = (event: KeyboardEvent) => {
    // Alt with an arrow key is the browser's shortcut for going back.
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (by === undefined || event.target !== event.currentTarget) return;
    event.preventDefault();
    slides.step(by);
  };
  const isList = phone === "list";

  return (
    // biome-ignore lint/a11y/useSemanticElements: a carousel is not a group of form fields
    <div ref={root} role="group" aria-roledescription="carousel" aria-label={label}>
      <div className="mb-stack flex flex-wrap items-end justify-between gap-x-12 gap-y-6">
        {heading}
        <FindBar
          query={query}
          count={`${slides.index + 1}/${slides.snapCount}`}
          quiet={isRunning}
          previous={{
            label: `Previous ${noun}`,
            onClick: () => slides.step(-1),
            isEnd: !loop && slides.index === 0,
          }}
          next={{
            label: `Next ${noun}`,
            onClick: () => slides.step(1),
            isEnd: !loop && slides.index === slides.snapCount - 1,
          }}
          // Hidden if all slides are visible.
          className={cx(
            "max-md:w-full max-md:[&_.find-count]:ml-auto noscript:hidden",
            isList && "max-md:hidden",
            slides.snapCount < 2 && "invisible",
          )}
        >
          {autoplay !== undefined && (
            <IconButton
              {...AUTOPLAY_TOGGLE}
              icon={isOn ? pause : play}
              label={isOn ? "Pause carousel" : "Play carousel"}
              onClick={toggle}
            />
          )}
        </FindBar>
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: as above */}
      <div
        ref={viewport}
        role="group"
        aria-label={`${label}, slides`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard
        tabIndex={0}
        onKeyDown={onKeyDown}
        className={cx("carousel", isList && "carousel-list")}
      >
        <ul>
          {items.map((item, index) => (
            <li key={itemKey(item)} className={perView}>
              {children(item, index === slides.index)}
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}
