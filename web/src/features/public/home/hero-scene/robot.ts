import { NeutralToneMapping, PCFShadowMap, PerspectiveCamera, Scene, WebGLRenderer } from "three";
import type { Box } from "./messages";
import { robotModel } from "./robot-model";
import { type Look, REST, robotMotion } from "./robot-motion";
import { addLights, studioReflections } from "./studio";

/** Time of the animation that the still image shows, in seconds: the canvas continues from there. */
const STILL_AT = 0.4;
const DISTANCE = 10.4;
/**
 * The still image is a crop of a square image. The canvas is a slightly larger crop (see `.hero-canvas`), as moving
 * parts must not touch an edge. In pixels of the still image.
 */
const PICTURE = 1612;
const STILL = { left: 198, top: 96, width: 1120, height: 1515 };
const ROOM = 60;

export interface Robot {
  resize(box: Box): void;
  /**
   * Draws a frame; both times in seconds. Without `look` the robot is in its resting pose.
   * @returns whether it is blinking, so that the animation must not stop at this frame
   */
  draw(time: number, passed: number, look: Look | null): boolean;
}

/** Creates the robot on a canvas. */
export function createRobot(canvas: OffscreenCanvas, context: WebGL2RenderingContext): Robot {
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
  camera.position.set(0, 0.4, DISTANCE);
  camera.lookAt(0, 0.36, 0);
  camera.setViewOffset(
    PICTURE,
    PICTURE,
    STILL.left - ROOM,
    STILL.top - ROOM,
    STILL.width + 2 * ROOM,
    STILL.height + 2 * ROOM,
  );

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
