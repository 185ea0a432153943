/** Duration of scrolling to the top, in milliseconds. */
const TOP_DURATION = 600;
/**
 * Returns the space above an element that is scrolled to, in pixels: the bar and a margin. In low windows the bar
 * scrolls away (article.css).
 */
const anchorOffset = (): number => (innerHeight > 320 ? 120 : 16);

/** Duration of scrolling to a target, in milliseconds. */
export const ANCHOR_DURATION = 1000;

let stop = () => {};

/** Cancels a pending or running scroll. */
export const cancelScroll = (): void => stop();

const easeInOut = (t: number): number => (t < 0.5 ? 4 * t ** 3 : 1 - (-2 * t + 2) ** 3 / 2);

const prefersReducedMotion = (): boolean => matchMedia("(prefers-reduced-motion: reduce)").matches;

/**
 * Scrolls to the position that `target` returns. It is called on every frame, as loading images move the content. The
 * visitor's own scrolling cancels it; with reduced motion it jumps.
 */
function animateTo(target: () => number, duration: number, delay = 0): void {
  cancelScroll();
  let frame = 0;
  const timer = setTimeout(() => {
    const jump = prefersReducedMotion() || duration === 0;
    const from = scrollY;
    const started = performance.now();
    const step = () => {
      const t = jump ? 1 : Math.min(1, (performance.now() - started) / duration);
      scrollTo({ top: from + (target() - from) * easeInOut(t), behavior: "instant" });
      if (t < 1) frame = requestAnimationFrame(step);
      else stop();
    };
    step();
  }, delay);
  const events = ["wheel", "touchstart", "keydown", "pointerdown"] as const;
  stop = () => {
    clearTimeout(timer);
    cancelAnimationFrame(frame);
    for (const name of events) removeEventListener(name, stop);
    stop = () => {};
  };
  for (const name of events) addEventListener(name, stop, { passive: true });
}

/** Scrolls to the top of the page. */
export function scrollToTop(duration = TOP_DURATION): void {
  animateTo(() => 0, duration);
}

interface ScrollOptions {
  /** In milliseconds. */
  duration?: number;
  /** In milliseconds. */
  delay?: number;
  /** Whether the element becomes the starting point for keyboard navigation. Default true. */
  focus?: boolean;
}

/**
 * Scrolls to an element, which is unfolded if necessary, and makes it the starting point for keyboard navigation. With
 * a delay, the element need only exist by its end.
 * @returns false if there is no element with this id yet
 */
export function scrollToElement(
  id: string,
  { duration = ANCHOR_DURATION, delay = 0, focus = true }: ScrollOptions = {},
): boolean {
  const find = (): HTMLElement | null => {
    const found = document.getElementById(id);
    const folded = found?.closest("details");
    if (folded) folded.open = true;
    if (found && focus) focusQuietly(found);
    return found;
  };
  let element = find();
  if (!element && delay === 0) return false;
  animateTo(
    () => {
      element ??= find();
      if (!element) return scrollY;
      return Math.max(0, element.getBoundingClientRect().top + scrollY - anchorOffset());
    },
    duration,
    delay,
  );
  return element !== null;
}

/** Scrolls to the element that a fragment ("#blog-posts") refers to. */
export function scrollToHash(hash: string, options?: ScrollOptions): boolean {
  return scrollToElement(decode(hash.slice(1)), options);
}

/** Returns the id in `?scrollTo=` or the fragment of an address, or null. */
export function scrollTargetOf(url: string): string | null {
  const { searchParams, hash } = new URL(url, location.href);
  return searchParams.get("scrollTo") || decode(hash.slice(1)) || null;
}

/** Moves the focus without scrolling. Makes the element focusable if necessary. */
export function focusQuietly(element: HTMLElement): void {
  if (element.tabIndex < 0 && !element.hasAttribute("tabindex")) element.tabIndex = -1;
  element.focus({ preventScroll: true });
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
