import { useEffect, useState } from "react";
import { dismissToast, useToast } from "../../../ui/overlay/toast-store";
import { secondsLeft } from "./countdown";
import { LOCKED } from "./sign-in-outcome";

/** How often the clock is read, in milliseconds: the countdown is late by no more than this. */
const TICK = 250;

/**
 * A lock that lifts by itself.
 * @param initial seconds that the server's page was locked for, or null
 * @param onLift called when the lock has lifted; the same function each time
 * @returns the seconds left (0: not locked) and a function that locks for some seconds
 */
export function useLock(
  initial: number | null,
  onLift: () => void,
): [number, (seconds: number) => void] {
  const [deadline, setDeadline] = useState<number | null>(null);
  const [left, setLeft] = useState(0);

  const lock = (seconds: number) => {
    // `Date.now()`, as `performance.now()` may stop while a laptop sleeps.
    setDeadline(Date.now() + seconds * 1000);
    setLeft(seconds);
  };

  // Only scripts can count down: without them the button stays usable and the server keeps the lock.
  useEffect(() => {
    if (initial !== null && initial > 0) {
      setDeadline(Date.now() + initial * 1000);
      setLeft(initial);
    }
  }, [initial]);

  useEffect(() => {
    if (deadline === null) return;
    const timer = setInterval(() => {
      const seconds = secondsLeft(deadline, Date.now());
      setLeft(seconds);
      if (seconds > 0) return;
      setDeadline(null);
      onLift();
      if (useToast.getState()?.title === LOCKED) dismissToast();
    }, TICK);
    return () => clearInterval(timer);
  }, [deadline, onLift]);

  return [left, lock];
}
