/**
 * Draws the images that show the brand's colours but are files: the robot's stills, and the placeholder for missing images.
 * Runs in a browser, see scripts/stills.mjs.
 */
import { ink900, mark500, paper100, paper300 } from "virtual:palette";
import { createRobot, STILL, type Shot } from "../src/features/public/home/hero-scene/robot";
import { type Look, REST } from "../src/features/public/home/hero-scene/robot-motion";

interface Still {
  shot: Shot;
  look: Look;
}

const STILLS = {
  /** The pose in which the moving robot begins. */
  hero: { shot: STILL, look: REST },
  /** Phones have the headline above the robot. */
  phone: { shot: STILL, look: { x: -0.35, y: 0.22 } },
  /** Looks round for the page that does not exist. */
  searching: {
    shot: { distance: 13, side: 1362, left: 271, top: 204, width: 760, height: 1018 },
    look: { x: 0.72, y: 0.37 },
  },
} satisfies Record<string, Still>;
/** Long enough for the head to turn all the way, in seconds. */
const SETTLED = 10;

/** Returns a still of the robot as a PNG with a transparent ground; width and height in pixels. */
export async function robotStill(
  pose: keyof typeof STILLS,
  width: number,
  height: number,
): Promise<Blob> {
  const { shot, look } = STILLS[pose];
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext("webgl2", { antialias: true, preserveDrawingBuffer: true });
  if (!context) throw new Error("this browser has no WebGL");
  const robot = createRobot(canvas, context, shot);
  robot.resize({ width, height, ratio: 1 });
  robot.draw(0, SETTLED, look);
  return canvas.convertToBlob();
}

const PLACEHOLDER = { width: 1200, height: 750, edge: 78 };
const ROWS = { count: 13, first: 72, apart: 48, height: 19, gap: 19 };
const MARK = { top: 352, height: 161, inset: 27 };

/** Puts the placeholder for missing images on the page, as a drawing of 1200 × 750 units: a page with one line found. */
export async function showPlaceholder(family: string): Promise<void> {
  const svg = (name: string, attributes: Record<string, string | number>) => {
    const element = document.createElementNS("http://www.w3.org/2000/svg", name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, `${value}`);
    return element;
  };
  const { width, height, edge } = PLACEHOLDER;
  const placeholder = svg("svg", { viewBox: `0 0 ${width} ${height}`, width, height });
  document.body.replaceChildren(placeholder);
  const font = `800 117px ${family}`;
  await document.fonts.load(font, "The Crawl Log");
  const words = svg("text", { x: edge + MARK.inset, y: 478, fill: ink900 }) as SVGTextElement;
  words.style.font = font;
  words.style.letterSpacing = "-0.03em";
  words.textContent = "The Crawl Log";
  placeholder.append(words);
  const marked = words.getComputedTextLength() + 2 * MARK.inset;
  const caret = edge + marked + 18;

  placeholder.prepend(svg("rect", { width, height, fill: paper100 }));
  const random = generator(7);
  for (let row = 0; row < ROWS.count; row++) {
    const y = ROWS.first + row * ROWS.apart;
    const isMarked = y > MARK.top - ROWS.height && y < MARK.top + MARK.height;
    let x = isMarked ? caret + 80 + random() * 80 : edge;
    while (x < width - edge - ROWS.gap) {
      const long = Math.min(36 + random() * 144, width - edge - x);
      words.before(
        svg("rect", {
          x,
          y,
          width: long,
          height: ROWS.height,
          rx: 3,
          fill: paper300,
          opacity: 0.5,
        }),
      );
      x += long + ROWS.gap;
    }
  }
  words.before(
    svg("rect", {
      x: edge,
      y: MARK.top,
      width: marked,
      height: MARK.height,
      rx: 8,
      fill: mark500,
    }),
    svg("rect", { x: caret, y: 339, width: 11, height: 187, rx: 2, fill: ink900 }),
  );
}

/** Returns a generator of numbers from 0 to 1, the same for each run (Park and Miller). */
function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 48271) % 2147483647;
    return state / 2147483647;
  };
}
