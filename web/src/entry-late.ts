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
  const sheets = split(styles).map((href) => append({ rel: "stylesheet", href }));
  const files = split(scripts);
  for (const href of files) append({ rel: "modulepreload", href });
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

/** Settles when the file has come or has failed. */
function append(attributes: { rel: string; href: string }): Promise<unknown> {
  const link = Object.assign(document.createElement("link"), attributes);
  document.head.append(link);
  return new Promise((settle) => {
    link.onload = settle;
    link.onerror = settle;
  });
}

for (const sign of SIGNS) addEventListener(sign, start, { capture: true, once: true });
function startWhenPainted(): void {
  // An observer of paints would also hear of the first, which may show the background alone.
  const [painted] = performance.getEntriesByName("first-contentful-paint");
  if (painted && document.readyState === "complete") start();
  else requestAnimationFrame(startWhenPainted);
}
startWhenPainted();
