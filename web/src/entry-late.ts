import { holdBack } from "./lib/hold-back";
import { PART_WAITS, type WaitingPart } from "./lib/hydrated";

/** First signs of a visitor: the scripts come at once. */
const SIGNS = ["pointerdown", "pointermove", "keydown", "focusin"] as const;

/**
 * Starts the page when it has loaded and something of it is painted, or at the first sign of a visitor, so that its
 * scripts and the rest of its style sheets do not compete with what the first screen shows. The server names them on the element of this script.
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
  // What the scripts draw needs the whole style sheets. React runs before the entry that starts the page, and not with
  // it: the page answers in between.
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

/** Returns what adds a link to a file, and settles when the file has come or has failed. */
const append = (rel: string) => (href: string) =>
  new Promise((settle) => {
    const link = { rel, href, onload: settle, onerror: settle };
    document.head.append(Object.assign(document.createElement("link"), link));
  });

for (const sign of SIGNS) addEventListener(sign, start, { capture: true, once: true });
// The load event waits for this script. The first paint may show the background alone.
addEventListener("load", () =>
  new PerformanceObserver((paints) => {
    if (paints.getEntriesByName("first-contentful-paint")[0]) start();
  }).observe({ type: "paint", buffered: true }),
);
