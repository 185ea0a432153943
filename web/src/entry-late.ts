import { holdBack } from "./lib/hold-back";
import { PART_WAITS, type WaitingPart } from "./lib/hydrated";

/** Events of a visitor, at which the scripts are loaded at once. */
const SIGNS = ["pointerdown", "pointermove", "keydown", "focusin"] as const;

/**
 * Starts the page once it has loaded and painted some content, or on the first event of a visitor, so that its scripts
 * and remaining style sheets do not compete with the first screen. The server lists them on this script's element.
 */
const { styles = "", scripts = "" } =
  document.querySelector<HTMLScriptElement>("[data-scripts]")?.dataset ?? {};
const release = holdBack();
addEventListener(PART_WAITS, (event) => {
  const { element, over } = (event as CustomEvent<WaitingPart>).detail;
  void over.then(holdBack(element));
});
let started = false;

function start(): void {
  if (started) return;
  started = true;
  const sheets = split(styles).map(append("stylesheet"));
  const files = split(scripts);
  const preloads = files.map(append("modulepreload"));
  // Scripts render markup that needs the complete style sheets. React runs before the entry that starts the page, in a
  // separate task, so that the page can handle events in between.
  Promise.all(sheets)
    .then(() => Promise.race([fontsSettled(), Promise.all(preloads)]))
    .then(layOutRest)
    .then(() => load(files[1]))
    .then(() => load(files[0]))
    .catch((error) => {
      release();
      reportError(error);
    });
}

/** Resolves when all fonts in use have been loaded or have failed: each one makes the browser lay out the page again. */
function fontsSettled(): Promise<unknown> {
  // Reading it makes the browser find the fonts in use.
  void document.body.offsetHeight;
  return document.fonts.ready;
}

/** How long the rest of the page is laid out at a time, in milliseconds. */
const LAYOUT_SLICE = 4;

/**
 * Lays out what first-paint.css leaves out of the first screen, in several tasks: only then is the page as tall as it
 * will be, and all of it at once would take a fifth of a second on a slow phone.
 */
async function layOutRest(): Promise<void> {
  const parts = document.querySelectorAll<HTMLElement>("main > *, footer, #blog-posts article");
  let begun = performance.now();
  for (const part of parts) {
    part.dataset.laidOut = "true";
    // Reading it makes the browser lay out the part now.
    void part.offsetHeight;
    if (performance.now() - begun < LAYOUT_SLICE) continue;
    await new Promise((next) => setTimeout(next));
    begun = performance.now();
  }
  document.documentElement.dataset.laidOut = "true";
  for (const part of parts) delete part.dataset.laidOut;
}

const load = (file?: string) => import(/* @vite-ignore */ file as string);

const split = (list: string) => list.split(" ").filter(Boolean);

/** Returns a function that adds a link to a file. It resolves when the file has been loaded or has failed. */
const append = (rel: string) => (href: string) =>
  new Promise((settle) => {
    const link = { rel, href, onload: settle, onerror: settle };
    document.head.append(Object.assign(document.createElement("link"), link));
  });

for (const sign of SIGNS) addEventListener(sign, start, { capture: true, once: true });
// The script runs before the load event. The first paint may show only the background.
addEventListener("load", () =>
  new PerformanceObserver((paints) => {
    if (paints.getEntriesByName("first-contentful-paint")[0]) start();
  }).observe({ type: "paint", buffered: true }),
);
