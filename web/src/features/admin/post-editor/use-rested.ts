import { useEffect, useState } from "react";

/** A value that follows once it has rested for `delay` milliseconds. */
export function useRested<T>(value: T, delay: number): T {
  const [rested, setRested] = useState(value);
  useEffect(() => {
    const timer = setTimeout(setRested, delay, value);
    return () => clearTimeout(timer);
  }, [value, delay]);
  return rested;
}
