import { boxOf, makeCanvas } from "./canvas";
import { POINTER, ROOM, STILLNESS } from "./conditions";
import { prepareInk } from "./ink-canvas";
import { lookAt, middleOf } from "./look";
import type { FromScene, ToScene } from "./messages";
import sceneWorker from "./scene.worker.ts?worker&url";
import { trustedScript } from "./trusted-script";

/** Duration of the cross-fade from the still image to the canvas, in milliseconds. */
const FADE = 280;
/**
 * The ink starts when the browser is idle, at the latest after `timeout`; without idle callbacks after `fallback`.
 * Milliseconds.
 */
const QUIET = { timeout: 3000, fallback: 1000 };

/** Elements of the page that the scene uses. */
export interface HeroParts {
  /** The hero, in which the pointer is followed and ink is drawn. */
  section: HTMLElement;
  /** Box of the robot, which contains the still image. */
  stage: HTMLElement;
  still: HTMLElement;
  /** The robot looks at this while it has the focus or the pointer. */
  target: HTMLElement | null;
}

/**
 * Draws the animated robot over its still image, and then the ink behind the headline, both in a worker. After any
 * failure the still image remains.
 * @returns a function that ends the scene
 */
export function startScene(parts: HeroParts): () => void {
  const { section, stage, still, target } = parts;
  const ending = new AbortController();
  const { signal } = ending;
  const canvas = makeCanvas("hero-canvas");
  stage.append(canvas);
  const worker = new Worker(trustedScript(sceneWorker), {
    type: "module",
    name: "hero-scene",
  });
  const tell = (message: ToScene, transfer: Transferable[] = []) =>
    worker.postMessage(message, transfer);

  function end(): void {
    if (signal.aborted) return;
    ending.abort();
    worker.terminate();
    canvas.remove();
    still.style.visibility = "";
  }

  worker.addEventListener("error", (event) => {
    event.preventDefault();
    end();
  });
  worker.addEventListener("message", ({ data }: MessageEvent<FromScene>) => {
    if (data.type === "failed") return end();
    if (data.type === "rested") return rest(canvas, still, end);
    show(canvas, still, signal);
    if (matchMedia(POINTER).matches) whenQuiet(() => prepareInk(section, tell, signal), signal);
  });
  const offscreen = canvas.transferControlToOffscreen();
  tell({ type: "robot", canvas: offscreen, box: boxOf(canvas) }, [offscreen]);

  runInView(section, tell, signal);
  follow(stage, target, tell, signal);
  const sizes = new ResizeObserver(() => tell({ type: "robot-box", box: boxOf(canvas) }));
  sizes.observe(canvas);
  signal.addEventListener("abort", () => sizes.disconnect());
  // The visitor may request reduced motion, or shrink the window, at any time.
  const endUnless = (query: string, wanted: boolean) =>
    matchMedia(query).addEventListener("change", (event) => event.matches !== wanted && end(), {
      signal,
    });
  endUnless(ROOM, true);
  endUnless(STILLNESS, false);
  return end;
}

/**
 * Fades the canvas in over the still image and hides the image afterwards, so that the background never shows through.
 */
function show(canvas: HTMLElement, still: HTMLElement, signal: AbortSignal): void {
  canvas.dataset.drawn = "true";
  const hide = () => {
    if (!signal.aborted) still.style.visibility = "hidden";
  };
  canvas.animate([{ opacity: 0 }, { opacity: 1 }], FADE).finished.then(hide, hide);
}

/** Shows the still image below the canvas, fades the canvas out, and ends the scene. */
function rest(canvas: HTMLElement, still: HTMLElement, end: () => void): void {
  still.style.visibility = "";
  if (!canvas.dataset.drawn) {
    end();
    return;
  }
  const fade = canvas.animate([{ opacity: 1 }, { opacity: 0 }], {
    duration: FADE,
    fill: "forwards",
  });
  fade.finished.then(end, end);
}

function whenQuiet(action: () => void, signal: AbortSignal): void {
  const act = () => {
    if (!signal.aborted) action();
  };
  if ("requestIdleCallback" in window) requestIdleCallback(act, { timeout: QUIET.timeout });
  else setTimeout(act, QUIET.fallback);
}

type Tell = (message: ToScene) => void;

/** Pauses the scene while it is not visible. */
function runInView(section: HTMLElement, tell: Tell, signal: AbortSignal): void {
  let isInView = true;
  const update = () => tell({ type: "run", on: isInView && !document.hidden });
  const views = new IntersectionObserver(([entry]) => {
    isInView = entry?.isIntersecting ?? true;
    update();
  });
  views.observe(section);
  signal.addEventListener("abort", () => views.disconnect());
  document.addEventListener("visibilitychange", update, { signal });
}

/** Lets the eyes follow the pointer, or look at the target while it has the focus or the pointer. */
function follow(
  stage: HTMLElement,
  target: HTMLElement | null,
  tell: Tell,
  signal: AbortSignal,
): void {
  let isHeld = false;
  const reach = () => ({ width: window.innerWidth, height: window.innerHeight });
  const look = (point: { x: number; y: number }) =>
    tell({ type: "look", look: lookAt(point, stage.getBoundingClientRect(), reach()) });
  document.addEventListener(
    "pointermove",
    ({ clientX, clientY }) => {
      if (!isHeld) look({ x: clientX, y: clientY });
    },
    { signal, passive: true },
  );
  document.documentElement.addEventListener(
    "pointerleave",
    () => {
      if (!isHeld) tell({ type: "look", look: null });
    },
    { signal },
  );
  const hold = () => {
    if (!target) return;
    isHeld = true;
    look(middleOf(target.getBoundingClientRect()));
  };
  const release = () => {
    isHeld = false;
  };
  for (const name of ["focus", "pointerenter"]) target?.addEventListener(name, hold, { signal });
  for (const name of ["blur", "pointerleave"]) target?.addEventListener(name, release, { signal });
}
