import {
  robotBounce,
  robotCoolRim,
  robotFill,
  robotFloor,
  robotKey,
  robotRoom,
  robotSky,
  robotSoftbox,
  robotStrip,
  robotWarmRim,
} from "virtual:palette";
import {
  Color,
  DirectionalLight,
  DoubleSide,
  HemisphereLight,
  Mesh,
  MeshBasicMaterial,
  PlaneGeometry,
  PMREMGenerator,
  Scene,
  type Texture,
  type WebGLRenderer,
} from "three";

/** Adds a warm key light from the headline's side, soft rim lights from behind and a weak fill light. */
export function addLights(scene: Scene): void {
  const key = new DirectionalLight(robotKey, 2.4);
  key.position.set(-3.6, 4.4, 4);
  key.castShadow = true;
  key.shadow.mapSize.set(2048, 2048);
  const { camera } = key.shadow;
  camera.left = camera.bottom = -3;
  camera.right = camera.top = 3;
  key.shadow.bias = -0.0004;
  key.shadow.normalBias = 0.02;
  key.shadow.radius = 5;
  const warmRim = new DirectionalLight(robotWarmRim, 1.5);
  warmRim.position.set(3.8, 1.2, -3.2);
  const coolRim = new DirectionalLight(robotCoolRim, 1.3);
  coolRim.position.set(-4, 0.2, -3);
  scene.add(new HemisphereLight(robotSky, robotFloor, 0.55), key, warmRim, coolRim);
}

type Panel = readonly [
  width: number,
  height: number,
  colour: string,
  intensity: number,
  place: readonly [number, number, number],
];

/** A big softbox at the top left, a strip at the right, the reflection of the floor, and a fill light. */
const PANELS: readonly Panel[] = [
  [7, 4, robotSoftbox, 5.5, [-4, 7, 5]],
  [1.2, 7, robotStrip, 4, [7.5, 2, 3]],
  [9, 9, robotBounce, 0.55, [0, -7, 0]],
  [3, 6, robotFill, 1.2, [-8, 0, -3]],
];

/** Returns the environment that the shell and the visor reflect: a dark green room with some lamps. */
export function studioReflections(renderer: WebGLRenderer): Texture {
  const room = new Scene();
  room.background = new Color(robotRoom);
  for (const [width, height, colour, intensity, place] of PANELS) {
    const light = new MeshBasicMaterial({
      color: new Color(colour).multiplyScalar(intensity),
      side: DoubleSide,
    });
    const panel = new Mesh(new PlaneGeometry(width, height), light);
    panel.position.set(...place);
    panel.lookAt(0, 0, 0);
    room.add(panel);
  }
  const generator = new PMREMGenerator(renderer);
  const { texture } = generator.fromScene(room, 0.03);
  generator.dispose();
  return texture;
}
