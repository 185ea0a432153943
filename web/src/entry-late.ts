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
  files.forEach(append("modulepreload"));
  // Scripts render markup that needs the complete style sheets. React runs before the entry that starts the page, in a
  // separate task, so that the page can handle events in between.
  Promise.all(sheets)
    .then(() => load(files[1]))
    .then(() => load(files[0]))
    .catch((error) => {
      release();
      reportError(error);
    });
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
