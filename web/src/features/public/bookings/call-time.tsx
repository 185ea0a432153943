import type { PageSlot } from "../../../generated/api";
import { htmlTime } from "../../../lib/html-time";
import { longDay, onOtherClock, zoneCity, zoneName } from "../../../lib/slots";
import { useVisitorZone } from "../../../lib/use-visitor-zone";

interface CallTimeProps {
  slot: Pick<PageSlot, "start" | "date" | "time">;
  timeZone: string;
}

/** "Wednesday 25 November, 14:00 (UK time)", and the visitor's local time if it differs. */
export function CallTime({ slot, timeZone }: CallTimeProps) {
  const zone = useVisitorZone();
  const there = zone && onOtherClock(slot, zone);
  return (
    <>
      <time dateTime={htmlTime(slot.start)}>
        {longDay(slot.date)}, {slot.time}
      </time>{" "}
      <span className="font-normal text-muted">
        (<span className="whitespace-nowrap">{zoneName(timeZone)}</span>
        {there && (
          <>
            ; {there.day && `${there.day}, `}
            {there.time} in {zoneCity(zone)}
          </>
        )}
        )
      </span>
    </>
  );
}
