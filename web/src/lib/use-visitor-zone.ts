import { useSyncExternalStore } from "react";

const never = () => () => {};
const browserZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** IANA name of the visitor's zone; null in the server's markup and until it has been taken over. */
export const useVisitorZone = (): string | null =>
  useSyncExternalStore(never, browserZone, () => null);
