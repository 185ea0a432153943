import { useState } from "react";
import type { Booking } from "../../../generated/api";
import { callApi } from "../../../lib/api";
import { htmlTime } from "../../../lib/html-time";
import { useSite } from "../../../lib/site-context";
import { useVisitorZone } from "../../../lib/use-visitor-zone";
import { Badge } from "../../../ui/base/badge";
import { Button, ButtonLink } from "../../../ui/base/button";
import { mail } from "../../../ui/base/icons-admin.generated";
import { ConfirmDialog } from "../../../ui/overlay/confirm-dialog";
import { labelOf } from "../lists/choice";
import { DeliveryBadge } from "../lists/delivery-badge";
import { Entry, EntryDetails } from "../lists/entry";
import { replyUrl } from "../lists/list-url";
import { MailList } from "../lists/mail-list";
import { useStaffCall } from "../lists/use-staff-call";
import { BOOKING_STATUSES, callTime, clocks } from "./call-words";

const VARIANT = {
  upcoming: "hot",
  past: "draft",
  unconfirmed: "draft",
  cancelled: "draft",
  spam: "draft",
} as const;

interface BookingItemProps {
  call: Booking;
  /** Called after the call is cancelled, which removes the pressed button. */
  onCancelled: () => void;
}

/** One call: a row that opens to show the visitor's details and the button that cancels the call. */
export function BookingItem({ call, onCancelled }: BookingItemProps) {
  const site = useSite();
  const zone = useVisitorZone();
  const { status, name, email, message, website, created_text, changes, mails } = call;
  const times = clocks(call, site.time_zone, zone);
  return (
    <Entry
      summary={
        <>
          <time className="entry-when num" dateTime={htmlTime(call.start)}>
            {callTime(call)}
          </time>
          <span>
            <span className="entry-name">{name}</span>
            <span className="entry-note wrap-anywhere">{email}</span>
          </span>
          <span className="entry-badges">
            <Badge variant={VARIANT[status]}>{labelOf(BOOKING_STATUSES, status)}</Badge>
            <DeliveryBadge delivery={call.delivery} />
          </span>
        </>
      }
      actions={
        <div className="entry-actions">
          <ButtonLink
            variant="secondary"
            size="sm"
            icon={mail}
            href={replyUrl(email, `Your call with ${site.name}`)}
          >
            Reply by email
          </ButtonLink>
          {status === "upcoming" && (
            <CancelCall call={call} times={times} onCancelled={onCancelled} />
          )}
        </div>
      }
    >
      <p className="entry-message">{message || "No message."}</p>
      <EntryDetails
        rows={[
          ["Time", `${call.time} ${times}`],
          ["Website", website],
          ["Booked", created_text],
          ["Changed", changes > 0 && (changes === 1 ? "once" : `${changes} times`)],
        ]}
      />
      <MailList mails={mails} />
    </Entry>
  );
}

function CancelCall({ call, times, onCancelled }: BookingItemProps & { times: string }) {
  const [isOpen, setIsOpen] = useState(false);
  const { call: change, isBusy } = useStaffCall();
  const cancel = () =>
    change({
      send: () => callApi("DELETE", "/api/admin/bookings/{id}", { path: { id: call.id } }),
      done: "Call cancelled.",
      failed: "The call could not be cancelled",
    });
  return (
    <>
      <Button variant="danger" size="sm" onClick={() => setIsOpen(true)}>
        Cancel this call
      </Button>
      <ConfirmDialog
        open={isOpen}
        onClose={() => setIsOpen(false)}
        kind="cancel call"
        question={`Cancel the call with ${call.name}?`}
        action="Cancel the call"
        busyLabel="Cancelling"
        isBusy={isBusy}
        keep="Keep it"
        onConfirm={cancel}
        onDone={onCancelled}
      >
        <p>
          <strong className="font-semibold">{callTime(call)}</strong> ({times})
        </p>
        <p className="text-soft">
          The visitor gets an email with a cancellation for their calendar. The time can be booked
          again straight away.
        </p>
      </ConfirmDialog>
    </>
  );
}
