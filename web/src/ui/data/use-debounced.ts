import { useEffect, useState } from "react";

/** Returns the value once it has stayed the same for `delay` milliseconds; until then, the one before. */
export function useDebounced<T>(value: T, delay: number): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(setSettled, delay, value);
    return () => clearTimeout(timer);
  }, [value, delay]);
  return settled;
}
