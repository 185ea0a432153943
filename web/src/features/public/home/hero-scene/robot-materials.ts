import { ink900, mark500, robotJoint, robotShell, robotTrim, robotVisor } from "virtual:palette";
import {
  CanvasTexture,
  MeshBasicMaterial,
  MeshPhysicalMaterial,
  MeshStandardMaterial,
  SRGBColorSpace,
  type Texture,
} from "three";

/**
 * The shell is warm ceramic, joints and visor are nearly black, the trim is racing green. Only eyes, antenna and pen
 * are yellow.
 */
export const robotMaterials = () => ({
  shell: new MeshPhysicalMaterial({
    color: robotShell,
    roughness: 0.42,
    clearcoat: 0.55,
    clearcoatRoughness: 0.28,
    envMapIntensity: 0.75,
  }),
  green: new MeshPhysicalMaterial({
    color: robotTrim,
    roughness: 0.32,
    clearcoat: 0.8,
    clearcoatRoughness: 0.2,
    envMapIntensity: 0.9,
  }),
  joint: new MeshStandardMaterial({ color: robotJoint, roughness: 0.55, metalness: 0.15 }),
  visor: new MeshPhysicalMaterial({
    color: robotVisor,
    roughness: 0.08,
    clearcoat: 1,
    clearcoatRoughness: 0.04,
    envMapIntensity: 1.15,
  }),
  mark: new MeshPhysicalMaterial({
    color: mark500,
    roughness: 0.35,
    clearcoat: 0.6,
    emissive: mark500,
    emissiveIntensity: 0.22,
  }),
  eye: new MeshBasicMaterial({ color: mark500, toneMapped: false }),
});

export type RobotMaterials = ReturnType<typeof robotMaterials>;

/** Returns a translucent material for glows. */
export const glowMaterial = (map: Texture, opacity: number) =>
  new MeshBasicMaterial({ map, transparent: true, depthWrite: false, opacity, toneMapped: false });

/** Returns the texture of the glow behind an eye and under the ring. */
export const glowTexture = (): Texture =>
  drawn(128, (context) => {
    const light = context.createRadialGradient(64, 64, 0, 64, 64, 64);
    light.addColorStop(0, `${mark500}bf`);
    light.addColorStop(0.35, `${mark500}38`);
    light.addColorStop(1, `${mark500}00`);
    context.fillStyle = light;
    context.fillRect(0, 0, 128, 128);
  });

/** Returns the texture of the chest plate: the letter of the brand's mark in its block, and the caret. */
export const badgeTexture = (): Texture =>
  drawn(512, (context) => {
    context.fillStyle = mark500;
    context.beginPath();
    context.roundRect(70, 96, 320, 320, 26);
    context.fill();
    context.fillStyle = ink900;
    context.fillRect(156, 166, 58, 182);
    context.fillRect(156, 166, 152, 52);
    context.fillRect(156, 240, 122, 48);
    context.fillRect(424, 66, 26, 380);
  });

function drawn(size: number, draw: (context: OffscreenCanvasRenderingContext2D) => void): Texture {
  const canvas = new OffscreenCanvas(size, size);
  const context = canvas.getContext("2d");
  if (context) draw(context);
  const texture = new CanvasTexture(canvas);
  texture.colorSpace = SRGBColorSpace;
  texture.anisotropy = 8;
  return texture;
}
