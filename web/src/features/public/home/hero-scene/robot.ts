import { NeutralToneMapping, PCFShadowMap, PerspectiveCamera, Scene, WebGLRenderer } from "three";
import type { Box } from "./messages";
import { robotModel } from "./robot-model";
import { type Look, REST, robotMotion } from "./robot-motion";
import { addLights, studioReflections } from "./studio";

/** Time of the animation that the still image shows, in seconds: the canvas continues from there. */
const STILL_AT = 0.4;

/** A part of a square image of the robot, in pixels of that image. */
export interface Shot {
  /** From the camera to the robot, in units of the scene. */
  distance: number;
  /** The image's side. */
  side: number;
  left: number;
  top: number;
  width: number;
  height: number;
}

/** What the still image of the home page shows. */
export const STILL: Shot = {
  distance: 10.4,
  side: 1612,
  left: 198,
  top: 96,
  width: 1120,
  height: 1515,
};
/** Moving parts must not touch an edge: the canvas shows more on each side (see `.hero-canvas`). */
const ROOM = 60;
const CANVAS: Shot = {
  ...STILL,
  left: STILL.left - ROOM,
  top: STILL.top - ROOM,
  width: STILL.width + 2 * ROOM,
  height: STILL.height + 2 * ROOM,
};

export interface Robot {
  resize(box: Box): void;
  /**
   * Draws a frame; both times in seconds. Without `look` the robot is in its resting pose.
   * @returns whether it is blinking, so that the animation must not stop at this frame
   */
  draw(time: number, passed: number, look: Look | null): boolean;
}

/** Creates the robot on a canvas, which shows `shot`. */
export function createRobot(
  canvas: OffscreenCanvas,
  context: WebGL2RenderingContext,
  shot = CANVAS,
): Robot {
  const renderer = new WebGLRenderer({ canvas, context });
  // Checking each shader would delay the first frame.
  renderer.debug.checkShaderErrors = false;
  // This tone mapping preserves the brand's hues.
  renderer.toneMapping = NeutralToneMapping;
  renderer.toneMappingExposure = 1.2;
  renderer.shadowMap.enabled = true;
  renderer.shadowMap.type = PCFShadowMap;

  const scene = new Scene();
  scene.environment = studioReflections(renderer);
  scene.environmentIntensity = 0.8;
  addLights(scene);
  const model = robotModel();
  // Turned towards the headline.
  model.root.rotation.set(0.02, -0.38, 0.02);
  model.root.position.set(0.2, -0.12, 0);
  scene.add(model.root);
  const move = robotMotion(model);
  const camera = new PerspectiveCamera(24, 1, 0.1, 50);
  camera.position.set(0, 0.4, shot.distance);
  camera.lookAt(0, 0.36, 0);
  camera.setViewOffset(shot.side, shot.side, shot.left, shot.top, shot.width, shot.height);

  return {
    resize({ width, height, ratio }) {
      renderer.setPixelRatio(ratio);
      renderer.setSize(width, height, false);
    },
    draw(time, passed, look) {
      const isBlinking = move(time + STILL_AT, passed, look ?? REST);
      renderer.render(scene, camera);
      return isBlinking;
    },
  };
}
