import { useEffect, useState } from "react";

/** Returns the value once it has not changed for `delay` milliseconds; until then, the previous one. */
export function useDebounced<T>(value: T, delay: number): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(setSettled, delay, value);
    return () => clearTimeout(timer);
  }, [value, delay]);
  return settled;
}
