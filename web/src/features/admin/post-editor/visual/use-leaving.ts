import { useEffect, useEffectEvent, useRef } from "react";

/**
 * Returns what closes a box that asks for an address, and what leaves it: `take` then puts the address into the text. A
 * press beside the box leaves it too. The toolbar's own button closes it.
 */
export function useLeaving(onClose: () => void, take: () => void) {
  // The focus that goes back to the text leaves a box that is about to go.
  const isClosed = useRef(false);
  const close = () => {
    isClosed.current = true;
    onClose();
  };
  const leave = () => {
    if (isClosed.current) return;
    close();
    take();
  };
  const press = useEffectEvent(leave);
  useEffect(() => {
    const onPress = ({ target }: PointerEvent) => {
      const isInside = target instanceof Element && target.closest(".visual-bar, .link-box");
      if (!isInside) press();
    };
    document.addEventListener("pointerdown", onPress);
    return () => document.removeEventListener("pointerdown", onPress);
  }, []);
  return { close, leave };
}
