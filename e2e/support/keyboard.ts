import type { Page } from "@playwright/test";

/** Where Tab stops. */
export interface Stop {
  /** Tag, classes and words: to find it by. */
  name: string;
  /** Its place in the document. */
  order: number;
  /** Whether it has a box, that is not transparent and within the window. */
  isSeen: boolean;
  /** Whether it, or what draws its box, looks otherwise than without focus. */
  isMarked: boolean;
  /** The fixed bar that lies over it. */
  coveredBy: string | null;
}

/** What is wrong with a stop; nothing when a user who arrives there by Tab sees where they are. */
export function faultsOf({ name, isSeen, isMarked, coveredBy }: Stop): string[] {
  const faults = [];
  if (!isSeen) faults.push(`${name} cannot be seen`);
  if (!isMarked) faults.push(`${name} does not show that it has focus`);
  if (coveredBy) faults.push(`${name} lies under ${coveredBy}`);
  return faults;
}

/** A page with more stops than this does not let go. */
const MOST = 250;

/** Tabs from the document's start until focus leaves the page, and tells what it met. */
export async function walk(page: Page): Promise<Stop[]> {
  // A page may have put the focus into a field.
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

/** What has focus in the page; null where the document's own start or end has it, or what was met before. */
async function lookAtFocus(): Promise<Stop | null> {
  const focused = document.activeElement;
  if (!(focused instanceof HTMLElement) || focused === document.body) return null;
  if (focused.dataset.met !== undefined) return null;
  focused.dataset.met = "";
  // Rows that scroll smoothly take some frames to bring it into sight.
  const boxOf = (element: Element) => element.getBoundingClientRect();
  for (let still = 0, before = boxOf(focused); still < 2; ) {
    await new Promise(requestAnimationFrame);
    const now = boxOf(focused);
    still = now.left === before.left && now.top === before.top ? still + 1 : 0;
    before = now;
  }

  // A control that draws itself through its label, or fills a frame that shows its focus.
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
  // A scrolling row or a block of code may be larger than the window: some of it is enough.
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
