import { type RefObject, useEffect } from "react";
import { angleOf, shortestWay, timeAt } from "./orbit-angle";

/** Animation that moves a stage to its card. */
const DOCKING: KeyframeAnimationOptions = {
  duration: 620,
  easing: "cubic-bezier(0.65, 0, 0.15, 1)",
};

const angleNow = (element: Element): number => angleOf(getComputedStyle(element).transform);

/**
 * Moves the chosen stage beside its card: `data-dock` has its index, for which the style sheet has an angle. When no
 * stage is chosen any longer, the orbit continues from there.
 */
export function useDock(
  orbit: RefObject<HTMLElement | null>,
  selected: number,
  isStill: boolean,
): void {
  useEffect(() => {
    const element = orbit.current;
    const turn = element?.querySelector(".orbit-turn");
    if (!element || !turn) return;
    const from = angleNow(turn);
    if (selected >= 0) {
      element.dataset.dock = String(selected);
      // Without the orbit, on narrow screens or with reduced motion, there is nothing to animate.
      if (turn.getClientRects().length > 0) turnFrom(element, turn, from);
    } else if (!isStill && element.dataset.dock) {
      delete element.dataset.dock;
      for (const animation of element.getAnimations({ subtree: true })) {
        if ("animationName" in animation) animation.currentTime = timeAt(from);
      }
    }
  }, [orbit, selected, isStill]);
}

/** Rotates from an angle to the one in the style sheet, while the stages stay upright. */
function turnFrom(orbit: HTMLElement, turn: Element, from: number): void {
  const to = from + shortestWay(from, angleNow(turn));
  const rotation = (sign: 1 | -1) => [
    { transform: `rotate(${sign * from}deg)` },
    { transform: `rotate(${sign * to}deg)` },
  ];
  turn.animate(rotation(1), DOCKING);
  for (const node of orbit.querySelectorAll(".orbit-node > svg")) {
    node.animate(rotation(-1), DOCKING);
  }
}
