import { MathUtils } from "three";
import type { RobotModel } from "./robot-model";

/** Direction of the robot's eyes: -1 to 1 from left to right and from down to up. */
export interface Look {
  x: number;
  y: number;
}

/** Direction in the still image, with which the animation begins and ends. */
export const REST: Look = { x: -0.52, y: 0.12 };

/** Share of the remaining way to a new direction that is covered in 1/60 s: it takes some 400 ms. */
const EAGERNESS = 0.075;
/** Angular frequency of all breathing movement, in radians per second: a period of 4.6 s. */
const PULSE = 1.35;
const BLINK = 0.18;
const BLINK_PAUSE = { least: 2.6, more: 2.8 };

/**
 * Returns a function that moves the parts: the eyes lead, the head follows, everything bobs, and the eyes blink like a
 * cursor.
 */
export function robotMotion(model: RobotModel, random: () => number = Math.random) {
  const look: Look = { ...REST };
  let clock = 0;
  let nextBlink = 2;
  let blinkedAt = Number.NEGATIVE_INFINITY;

  /**
   * Moves the parts for one frame.
   * @param time in seconds, for the breathing; blinking uses real time
   * @param passed seconds since the last call
   * @returns whether the robot is blinking
   */
  return (time: number, passed: number, target: Look): boolean => {
    const share = 1 - (1 - EAGERNESS) ** (passed * 60);
    look.x = MathUtils.lerp(look.x, target.x, share);
    look.y = MathUtils.lerp(look.y, target.y, share);
    const breath = (delay: number): number => Math.sin(time * PULSE - delay);

    model.eyes.position.set(look.x * 0.11, -0.02 + look.y * 0.1, 0);
    model.head.rotation.set(-look.y * 0.2, look.x * 0.34, -look.x * 0.05);
    model.head.position.y = 0.98 + breath(0.5) * 0.018;
    model.body.position.y = breath(0) * 0.055;
    model.body.rotation.z = Math.sin(time * 0.9) * 0.014;
    model.antenna.rotation.z = breath(1.1) * 0.05 - look.x * 0.08;
    model.left.upper.rotation.z = 0.34 + breath(0.8) * 0.05;
    model.right.upper.rotation.z = -0.62 + Math.sin(time * 1.1) * 0.035;
    model.under.opacity = 0.42 - breath(0) * 0.1;

    clock += passed;
    if (clock > nextBlink) {
      blinkedAt = clock;
      nextBlink = clock + BLINK_PAUSE.least + random() * BLINK_PAUSE.more;
    }
    const open = openness(clock - blinkedAt);
    for (const { pill, light } of model.lids) {
      pill.scale.y = open;
      light.opacity = 0.62 * (0.35 + 0.65 * open);
    }
    return open < 1;
  };
}

/** Returns how open an eye is, some seconds after a blink began. It is never completely closed. */
export const openness = (since: number): number =>
  since >= 0 && since < BLINK ? Math.max(0.07, Math.abs(1 - since / (BLINK / 2))) : 1;
