import { useSyncExternalStore } from "react";

const never = () => () => {};
const browserZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Returns the IANA name of the visitor's zone; null on the server and until hydration. */
export const useVisitorZone = (): string | null =>
  useSyncExternalStore(never, browserZone, () => null);
