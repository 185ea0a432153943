import { useEffect, useEffectEvent, useRef } from "react";

/**
 * Returns a function that closes a box with an address field, and one that also applies the address by `take`. A press
 * outside the box applies it too, except on the toolbar, whose button closes the box.
 */
export function useLeaving(onClose: () => void, take: () => void) {
  // Moving the focus back to the text fires a blur event in a box that is already closing.
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
