import type { Page } from "@playwright/test";

/** A tab stop. */
export interface Stop {
  /** Tag, classes and text, to identify it. */
  name: string;
  /** Position in the document. */
  order: number;
  /** Whether it has a visible box within the window. */
  isSeen: boolean;
  /** Whether it, or the element that represents it visually, looks different with focus. */
  isMarked: boolean;
  /** The fixed bar that covers it, if any. */
  coveredBy: string | null;
}

/** Returns the faults of a stop; none if a keyboard user can see where the focus is. */
export function faultsOf({ name, isSeen, isMarked, coveredBy }: Stop): string[] {
  const faults = [];
  if (!isSeen) faults.push(`${name} cannot be seen`);
  if (!isMarked) faults.push(`${name} does not show that it has focus`);
  if (coveredBy) faults.push(`${name} lies under ${coveredBy}`);
  return faults;
}

/** More stops than this mean a keyboard trap. */
const MOST = 250;

/** Tabs from the start of the document until the focus leaves the page. Returns the stops. */
export async function walk(page: Page): Promise<Stop[]> {
  // The page may have focused a field.
  await page.evaluate(() => {
    const start = document.createElement("span");
    start.tabIndex = -1;
    document.body.prepend(start);
    start.focus();
    start.remove();
  });
  const stops: Stop[] = [];
  while (stops.length < MOST) {
    await page.keyboard.press("Tab");
    const stop = await page.evaluate(lookAtFocus);
    if (!stop) return stops;
    stops.push(stop);
  }
  throw new Error(
    `Tab never leaves the page; at last: ${stops
      .slice(-3)
      .map(({ name }) => name)
      .join(", ")}`,
  );
}

/** Returns the focused stop; null if the focus has left the content or returned to a known stop. */
async function lookAtFocus(): Promise<Stop | null> {
  const focused = document.activeElement;
  if (!(focused instanceof HTMLElement) || focused === document.body) return null;
  if (focused.dataset.met !== undefined) return null;
  focused.dataset.met = "";
  // Smooth scrolling takes some frames to bring it into view.
  const boxOf = (element: Element) => element.getBoundingClientRect();
  for (let still = 0, before = boxOf(focused); still < 2; ) {
    await new Promise(requestAnimationFrame);
    const now = boxOf(focused);
    still = now.left === before.left && now.top === before.top ? still + 1 : 0;
    before = now;
  }

  // A control may be represented by its label, or fill a frame that shows its focus.
  const drawn = [
    focused,
    ...(focused instanceof HTMLInputElement ? (focused.labels ?? []) : []),
    focused.nextElementSibling,
    focused.parentElement,
    focused.parentElement?.parentElement,
    ...focused.querySelectorAll("*"),
  ].filter((element): element is HTMLElement => element instanceof HTMLElement);
  const look = () =>
    drawn.map((element) => {
      const { outlineStyle, outlineWidth, outlineColor, boxShadow, borderColor } =
        getComputedStyle(element);
      const outline = outlineStyle === "none" ? "" : `${outlineWidth} ${outlineColor}`;
      return [outline, boxShadow, borderColor].join(" ");
    });
  const { left, top, width, height } = boxOf(focused);
  const middle = { x: left + width / 2, y: top + height / 2 };
  // A large element, such as a scrolling row or a block of code, need only be partly visible.
  const isLarge = width > innerWidth / 2 || height > 100;
  const isInWindow = isLarge
    ? left < innerWidth - 44 && left + width > 44 && top < innerHeight - 44 && top + height > 44
    : middle.x > 0 && middle.x < innerWidth && middle.y > 0 && middle.y < innerHeight;
  const isSeen =
    width > 1 &&
    height > 1 &&
    isInWindow &&
    focused.checkVisibility({ opacityProperty: true, visibilityProperty: true });

  const bars = [top + 4, middle.y, top + height - 4]
    .filter((y) => y > 0 && y < innerHeight)
    .map((y) => {
      const met = document.elementFromPoint(Math.min(Math.max(middle.x, 1), innerWidth - 1), y);
      for (let at = met; at && !at.contains(focused); at = at.parentElement) {
        if (getComputedStyle(at).position === "fixed") return at;
      }
      return null;
    });
  const bar = height > 100 && bars.includes(null) ? null : bars.find((one) => one !== null);

  const everything = [...document.querySelectorAll("*")];
  const name =
    `<${focused.tagName.toLowerCase()} class="${focused.className}">` +
    ` ${(focused.getAttribute("aria-label") ?? focused.textContent ?? "").trim().slice(0, 40)}`;
  const order = everything.indexOf(focused);
  const withFocus = look();
  focused.blur();
  const without = look();
  focused.focus({ preventScroll: true });
  return {
    name,
    order,
    isSeen,
    isMarked: withFocus.join() !== without.join(),
    coveredBy: bar ? `<${bar.tagName.toLowerCase()} class="${bar.className}">` : null,
  };
}
