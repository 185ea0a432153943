import { useEffect, useRef } from "react";
import { BOOKING } from "../../../content/booking";
import type { BookedCall } from "../../../generated/api";
import { inZone } from "../../../lib/slots";
import { Button, ButtonLink } from "../../../ui/base/button";
import { Marked } from "../../../ui/base/marked";
import { CallTime } from "./call-time";

/** A new booking, and the address to which the confirmation is sent. */
export type Booked = BookedCall & { email: string };

interface BookingConfirmationProps {
  booked: Booked;
  /** IANA name of the site's zone. */
  timeZone: string;
  onAnother: () => void;
}

/** Replaces the form once a call is booked. Never rendered on the server. */
export function BookingConfirmation({ booked, timeZone, onAnother }: BookingConfirmationProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const { manage, another } = BOOKING.booked;
  const { title, lead } = booked.held_until ? BOOKING.held : BOOKING.booked;
  return (
    <div className="contact-panel grid justify-items-start gap-4 p-8 max-md:px-4.5">
      <h3 ref={heading} tabIndex={-1} className="text-d3">
        <Marked title={title} sweep="none" />
      </h3>
      <p className="font-semibold">
        <CallTime
          slot={{ start: booked.start, ...inZone(booked.start, timeZone) }}
          timeZone={timeZone}
        />
      </p>
      <p className="text-soft wrap-anywhere">
        {lead} <strong>{booked.email}</strong>.
      </p>
      <div className="mt-2 flex flex-wrap gap-3 max-md:w-full">
        {!booked.held_until && (
          <ButtonLink href={booked.manage_url} block="phone">
            {manage}
          </ButtonLink>
        )}
        <Button variant="quiet" block="phone" onClick={onAnother}>
          {another}
        </Button>
      </div>
    </div>
  );
}
