import { drawsInSoftware } from "./device";
import type { Ink } from "./ink";
import { Liveliness } from "./liveliness";
import { type Box, type FromScene, MAX_RATIO, type ToScene } from "./messages";
import { Pace } from "./pace";
import type { Robot } from "./robot";
import type { Look } from "./robot-motion";

/** The longest time step, in seconds, however long the scene has been paused. */
const LONGEST_STEP = 0.1;

let robot: Robot | null = null;
let robotBox: Box | null = null;
/** The highest resolution at which this device is fast enough, in device pixels per CSS pixel. */
let ratioLimit = MAX_RATIO;
let ink: Ink | null = null;
let look: Look | null = null;
let isRunning = true;
let isBlinking = false;
let frame = 0;
let last: number | null = null;
let time = 0;

const liveliness = new Liveliness();

const pace = new Pace(() => {
  if (!robotBox || Math.min(robotBox.ratio, ratioLimit) <= 1) return false;
  ratioLimit = 1;
  fitTo(robotBox);
  return true;
});

function fitTo(box: Box): void {
  robotBox = box;
  robot?.resize({ ...box, ratio: Math.min(box.ratio, ratioLimit) });
}

const say = (message: FromScene): void => self.postMessage(message);

/** Ends the scene after an error. The page removes the canvases, and the visitor sees no error. */
function fail(): void {
  endAs("failed");
}

function endAs(type: "failed" | "rested"): void {
  isRunning = false;
  cancelAnimationFrame(frame);
  say({ type });
  self.close();
}

function step(): void {
  frame = 0;
  if (!isRunning || (liveliness.isStill && !isBlinking)) return;
  frame = requestAnimationFrame(step);
  const now = performance.now();
  if (!pace.keepsUp(now)) {
    endAs("rested");
    return;
  }
  try {
    ink?.draw(now);
  } catch {
    ink = null;
  }
  if (!robot) return;
  const passed = last === null ? 0 : Math.min(LONGEST_STEP, (now - last) / 1000);
  last = now;
  time += passed * liveliness.after(passed);
  try {
    isBlinking = robot.draw(time, passed, look);
  } catch {
    fail();
  }
}

function run(on: boolean): void {
  isRunning = on;
  liveliness.wake();
  if (on && frame === 0) {
    last = null;
    pace.pause();
    frame = requestAnimationFrame(step);
  }
}

async function startRobot(canvas: OffscreenCanvas, box: Box): Promise<void> {
  // Requested before the large module is loaded, which is useless without WebGL.
  const context = canvas.getContext("webgl2", { alpha: true, antialias: true });
  if (!context) return fail();
  canvas.addEventListener("webglcontextlost", fail);
  // Software rendering would slow down the whole page.
  if (drawsInSoftware(context)) return endAs("rested");
  const { createRobot } = await import("./robot");
  robot = createRobot(canvas, context);
  fitTo(robotBox ?? box);
  robot.draw(0, 0, look);
  run(isRunning);
  // A frame becomes visible after the next one begins.
  requestAnimationFrame(() => say({ type: "ready" }));
}

/** Starts the ink, which is optional. */
async function startInk(message: Extract<ToScene, { type: "ink" }>): Promise<void> {
  const { createInk } = await import("./ink");
  ink = createInk(message.canvas, message.wall, message.tile);
  ink?.resize(message.box, message.dry);
}

self.addEventListener("message", ({ data: message }: MessageEvent<ToScene>) => {
  switch (message.type) {
    case "robot":
      startRobot(message.canvas, message.box).catch(fail);
      break;
    case "robot-box":
      fitTo(message.box);
      run(isRunning);
      break;
    case "look":
      look = message.look;
      run(isRunning);
      break;
    case "run":
      run(message.on);
      break;
    case "ink":
      startInk(message).catch(() => {});
      break;
    case "ink-box":
      ink?.resize(message.box, message.dry);
      break;
    case "pen":
      ink?.move(message.at, performance.now());
      run(isRunning);
      break;
  }
});
