import { useCallback, useEffect, useRef, useState } from "react";
import type { Availability } from "../../../generated/api";
import { callApi } from "../../../lib/api";
import { complete } from "../../../lib/slots";

/** As many as the server takes: it offers as many days from today as its settings say. */
const DAYS = 31;

interface AvailabilityState {
  /** Null while it is not known. */
  availability: Availability | null;
  hasFailed: boolean;
  /** Asks the server afresh. */
  refresh: () => Promise<void>;
}

/**
 * What can be booked. The server's `given` stands where there is one; else it is fetched as soon as the visitor
 * wants to see it.
 */
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
