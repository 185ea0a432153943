import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react";
import { INITIAL_INPUT, type RoiInput, SLIDERS, toInput } from "./roi";
import { savedInput, saveInput } from "./saved-input";

/**
 * Returns the calculator's input, which is stored in this tab. The first render has the defaults, as on the server;
 * after it, the stored input, with what was set before hydration. `isMoved` tells whether a slider was moved since.
 */
export function useRoiInput(form: RefObject<HTMLFormElement | null>) {
  const [input, setInput] = useState(INITIAL_INPUT);
  const [isMoved, setMoved] = useState(false);
  const latest = useRef(input);
  useLayoutEffect(() => {
    latest.current = input;
    // Stored on every change, as an in-app navigation changes the address before the page is unmounted.
    if (input !== INITIAL_INPUT) saveInput(input);
  }, [input]);

  useLayoutEffect(() => {
    const early = toInput(form.current && Object.fromEntries(new FormData(form.current)));
    setInput(savedInput() ?? INITIAL_INPUT);
    for (const { key, initial } of SLIDERS)
      if (early[key] !== initial) setInput((stored) => ({ ...stored, [key]: early[key] }));
  }, [form]);

  useEffect(() => {
    const save = () => saveInput(latest.current);
    window.addEventListener("pagehide", save);
    return () => {
      window.removeEventListener("pagehide", save);
      save();
    };
  }, []);

  const set = (key: keyof RoiInput, value: number) => {
    setMoved(true);
    setInput((before) => toInput({ ...before, [key]: value }));
  };
  return { input, set, isMoved };
}
