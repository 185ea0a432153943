import { useCallback, useEffect, useRef, useState } from "react";
import type { Availability } from "../../../generated/api";
import { callApi } from "../../../lib/api";
import { complete } from "../../../lib/slots";

/** The server's maximum; its settings decide how many days it offers. */
const DAYS = 31;

interface AvailabilityState {
  /** Null until known. */
  availability: Availability | null;
  hasFailed: boolean;
  /** Fetches the free times again. */
  refresh: () => Promise<void>;
}

/** Returns the free times: those that the server has sent with the page, or else loaded once `isWanted`. */
export function useAvailability(
  given: Availability | null | undefined,
  isWanted: boolean,
): AvailabilityState {
  const [fetched, setFetched] = useState<Availability | null>(null);
  const [hasFailed, setFailed] = useState(false);
  const asked = useRef(false);
  const availability = fetched ?? given ?? null;
  const isMissing = availability === null;

  const refresh = useCallback(async () => {
    asked.current = true;
    const result = await callApi("GET", "/api/availability", { query: { days: DAYS } });
    if (result.ok) setFetched(complete(result.data));
    setFailed(!result.ok);
  }, []);

  useEffect(() => {
    if (isWanted && isMissing && !asked.current) void refresh();
  }, [isWanted, isMissing, refresh]);

  return { availability, hasFailed, refresh };
}
