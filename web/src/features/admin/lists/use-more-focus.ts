import { type RefObject, useEffect, useRef } from "react";

interface MoreFocus<T> {
  /** The list; the first button of a new entry is focused. */
  list: RefObject<T | null>;
  /** The button that adds entries, which is removed with the last of them. */
  button: RefObject<HTMLButtonElement | null>;
  /** To be called when the button is pressed. */
  expect: () => void;
}

/**
 * Moves the focus to the first entry that the button has added to a list of `count`, unless the focus is elsewhere by
 * then.
 */
export function useMoreFocus<T extends HTMLElement>(count: number): MoreFocus<T> {
  const list = useRef<T>(null);
  const button = useRef<HTMLButtonElement>(null);
  /** How many entries there were when the button was pressed. */
  const before = useRef<number | null>(null);
  useEffect(() => {
    const first = before.current;
    if (first === null || count <= first) return;
    before.current = null;
    const at = document.activeElement;
    if (at !== document.body && at !== button.current) return;
    list.current?.children[first]?.querySelector("button")?.focus();
  }, [count]);
  const expect = () => {
    before.current = count;
  };
  return { list, button, expect };
}
