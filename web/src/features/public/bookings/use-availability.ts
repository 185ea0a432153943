import { useCallback, useEffect, useRef, useState } from "react";
import type { Availability } from "../../../generated/api";
import { callApi } from "../../../lib/api";
import { useSite } from "../../../lib/site-context";
import { complete, inZone } from "../../../lib/slots";

/** How far ahead a call can be booked, in days. */
const DAYS = 14;

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
  const { time_zone } = useSite();
  const [fetched, setFetched] = useState<Availability | null>(null);
  const [hasFailed, setFailed] = useState(false);
  const asked = useRef(false);
  const availability = fetched ?? given ?? null;
  const isMissing = availability === null;

  const refresh = useCallback(async () => {
    asked.current = true;
    const from = inZone(new Date().toISOString(), time_zone).date;
    const result = await callApi("GET", "/api/availability", { query: { from, days: DAYS } });
    if (result.ok) setFetched(complete(result.data));
    setFailed(!result.ok);
  }, [time_zone]);

  useEffect(() => {
    if (isWanted && isMissing && !asked.current) void refresh();
  }, [isWanted, isMissing, refresh]);

  return { availability, hasFailed, refresh };
}
