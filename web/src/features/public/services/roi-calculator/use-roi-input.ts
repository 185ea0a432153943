import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react";
import { INITIAL_INPUT, type RoiInput, toInput } from "./roi";
import { savedInput, saveInput } from "./saved-input";

/**
 * Returns the calculator's input, which is stored in this tab. The first render has the defaults, as on the server;
 * after it, the stored input, or what was set before hydration.
 */
export function useRoiInput(form: RefObject<HTMLFormElement | null>) {
  const [input, setInput] = useState(INITIAL_INPUT);
  const latest = useRef(input);
  useLayoutEffect(() => {
    latest.current = input;
    // Stored on every change, as an in-app navigation changes the address before the page is unmounted.
    if (input !== INITIAL_INPUT) saveInput(input);
  }, [input]);

  useLayoutEffect(() => {
    const early = form.current && Object.fromEntries(new FormData(form.current));
    const isTouched = early && JSON.stringify(toInput(early)) !== JSON.stringify(INITIAL_INPUT);
    setInput(isTouched ? toInput(early) : (savedInput() ?? INITIAL_INPUT));
  }, [form]);

  useEffect(() => {
    const save = () => saveInput(latest.current);
    window.addEventListener("pagehide", save);
    return () => {
      window.removeEventListener("pagehide", save);
      save();
    };
  }, []);

  const set = (key: keyof RoiInput, value: number) =>
    setInput((before) => toInput({ ...before, [key]: value }));
  return { input, set };
}
