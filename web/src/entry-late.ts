import { holdBack } from "./lib/hold-back";

/** First signs of a visitor: the scripts come at once. */
const SIGNS = ["pointerdown", "pointermove", "keydown", "focusin"] as const;

/**
 * Starts the page when it has loaded, or at the first sign of a visitor, so that its scripts and the rest of its
 * style sheets do not compete with what the first screen shows. The server names them on the element of this script.
 */
const { styles = "", scripts = "" } =
  document.querySelector<HTMLScriptElement>("script[data-scripts]")?.dataset ?? {};
const release = holdBack();
let started = false;

function start(): void {
  if (started) return;
  started = true;
  for (const sign of SIGNS) removeEventListener(sign, start, true);
  const sheets = split(styles).map((href) => append({ rel: "stylesheet", href }));
  const files = split(scripts);
  for (const href of files) append({ rel: "modulepreload", href });
  // What the scripts draw needs the whole style sheets.
  Promise.all(sheets)
    .then(() => run(files))
    .catch((error) => {
      release();
      reportError(error);
    });
}

/**
 * Runs modules one after another, those first that others need. The page answers between any two: together they would
 * hold it for as long as they all take.
 * @param files the first starts the page
 */
async function run([entry = "", ...others]: string[]): Promise<void> {
  const load = (file: string) => import(/* @vite-ignore */ file);
  for (const file of others.reverse()) {
    // One that is missing is the entry's to deal with.
    await load(file).catch(() => {});
  }
  await load(entry);
}

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

for (const sign of SIGNS) addEventListener(sign, start, { capture: true, passive: true });
if (document.readyState === "complete") start();
else addEventListener("load", start, { once: true });
