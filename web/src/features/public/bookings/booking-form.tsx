import { useEffect, useRef, useState } from "react";
import { BOOKING } from "../../../content/booking";
import type { Availability } from "../../../generated/api";
import { callApi } from "../../../lib/api";
import { emailError, fieldCheck, nameError, optional, websiteError } from "../../../lib/form-rules";
import { useFormOutcome, useSite } from "../../../lib/site-context";
import { Button } from "../../../ui/base/button";
import { LoadingText } from "../../../ui/data/skeleton";
import { Field } from "../../../ui/forms/field";
import { Form } from "../../../ui/forms/form";
import { FormNotice } from "../../../ui/forms/form-notice";
import { Textarea } from "../../../ui/forms/input";
import { toast } from "../../../ui/overlay/toast-store";
import { ConsentNote } from "../forms/consent-note";
import { PersonFields, WebsiteField } from "../forms/person-fields";
import { unsentValues } from "../forms/unsent-values";
import { useSentForm } from "../forms/use-sent-form";
import { clearCarried, placeCarried } from "../tools/carried-message";
import { type Booked, BookingConfirmation } from "./booking-confirmation";
import { CallTime } from "./call-time";
import { SlotPicker } from "./slot-picker";
import { useAvailability } from "./use-availability";

interface BookingFormProps {
  /** The free times, if the server has sent them with the page. */
  availability?: Availability | null;
  /** Whether the form is visible: the free times are then loaded. */
  isShown: boolean;
}

const checkPerson = fieldCheck({
  name: nameError,
  email: emailError,
  website: optional(websiteError),
});

/** Focuses the text that replaces the times, one of which had the focus or was about to get it. */
const takeFocus = (words: HTMLElement | null) => words?.focus();

/** Books a time for the discovery call. */
export function BookingForm({ availability: given, isShown }: BookingFormProps) {
  const site = useSite();
  const { availability, hasFailed, refresh } = useAvailability(given, isShown);
  const posted = useFormOutcome("booking");
  const [start, setStart] = useState(posted?.values.start ?? unsentValues("booking").start ?? null);
  const [booked, setBooked] = useState<Booked | null>(null);
  const [isRetrying, setRetrying] = useState(false);
  /** Whether the form takes the focus, as the button that led back to it was removed. */
  const [takesFocus, setTakesFocus] = useState(false);
  const slot = availability?.slots.find((one) => one.start === start);
  const isFull = availability?.slots.length === 0;
  /** Whether the form has been shown: what was typed into it stays when the last free time is taken. */
  const [isOpen, setOpen] = useState(posted !== null);
  if (availability && !isFull && !isOpen) setOpen(true);
  const form = useSentForm<Booked>({
    type: "booking",
    check: (values) => ({
      ...(!slot && { start: BOOKING.missingTime }),
      ...checkPerson(values),
    }),
    send: async (values, elapsed_ms) => {
      const { name = "", email = "" } = values;
      const result = await callApi("POST", "/api/bookings", {
        body: { ...values, name, email, start, elapsed_ms },
      });
      if (result.ok) return { ...result, data: { ...result.data, email: email.trim() } };
      const { error } = result;
      // The visitor may have booked the time before, without getting the response: then the server says so.
      const fields =
        error.code === "slot_taken" ? { start: BOOKING.taken, ...error.fields } : error.fields;
      if (fields?.start) {
        setStart(null);
        // The message moves the focus to a time, which must still be free.
        await refresh();
      }
      return { ...result, error: { ...error, fields } };
    },
    onDone: (data) => {
      clearCarried("booking");
      setBooked(data);
      setStart(null);
      toast("success", (data.held_until ? BOOKING.held : BOOKING.booked).toast);
    },
    failure: BOOKING.failure,
  });
  const { isBusy } = form;

  const message = useRef<HTMLTextAreaElement>(null);
  const isReady = availability !== null;
  useEffect(() => {
    if (isReady && message.current) placeCarried("booking", message.current);
  }, [isReady]);

  const mail = (
    <a href={`mailto:${site.contact_email}`} className="link min-h-0 wrap-anywhere">
      {site.contact_email}
    </a>
  );
  if (booked) {
    return (
      <BookingConfirmation
        booked={booked}
        timeZone={availability?.time_zone ?? site.time_zone}
        onAnother={() => {
          setTakesFocus(true);
          setBooked(null);
          form.reset();
          void refresh();
        }}
      />
    );
  }
  // A failed refresh must not remove a form that is being filled in.
  if (!availability && hasFailed) {
    return (
      <div className="contact-panel grid justify-items-start gap-4 p-8 max-md:px-4.5" role="alert">
        <p>
          {BOOKING.unavailable} {mail}
        </p>
        <Button
          variant="secondary"
          busy={isRetrying}
          onClick={async () => {
            setTakesFocus(true);
            setRetrying(true);
            await refresh();
            setRetrying(false);
          }}
        >
          {BOOKING.retry}
        </Button>
      </div>
    );
  }
  if (!availability) {
    return (
      <div className="contact-panel min-h-120 p-8 max-md:px-4.5">
        <div className="noscript:hidden">
          <LoadingText>{BOOKING.loading}</LoadingText>
        </div>
        <p className="hidden noscript:block">
          {BOOKING.withoutScripts} {mail}
        </p>
      </div>
    );
  }
  const full = (
    <>
      {BOOKING.full} {mail}
    </>
  );
  if (!isOpen) return <p className="contact-panel p-8 max-md:px-4.5">{full}</p>;
  return (
    <Form {...form.formProps} className="contact-panel grid gap-6 p-8 max-md:px-4.5 max-md:py-5.5">
      {form.hidden}
      <FormNotice outcome={form.outcome} />
      {isFull ? (
        <p ref={takeFocus} tabIndex={-1} role="alert">
          {full}
        </p>
      ) : (
        <SlotPicker
          availability={availability}
          start={slot?.start ?? null}
          onChoose={(chosen) => {
            // Not disabled instead, as the focused radio button would lose the focus.
            if (isBusy) return;
            setStart(chosen);
            setTakesFocus(false);
          }}
          takesFocus={takesFocus}
        />
      )}
      <div className="grid items-start gap-x-5 gap-y-6 md:grid-cols-2">
        <PersonFields />
      </div>
      <WebsiteField label="Website (optional)" />
      <Field label="What should we talk about? (optional)" name="message">
        <Textarea ref={message} rows={4} />
      </Field>
      {!isFull && (
        <>
          <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-4">
            <p aria-live="polite" className="font-semibold">
              {slot ? (
                <CallTime slot={slot} timeZone={availability.time_zone} />
              ) : (
                <span className="noscript:hidden">{BOOKING.nothingChosen}</span>
              )}{" "}
              <span className="block font-normal text-muted">{BOOKING.call}</span>
            </p>
            <Button type="submit" keycap block="phone" busy={isBusy} busyLabel={BOOKING.busy}>
              {BOOKING.action}
            </Button>
          </div>
          <ConsentNote />
        </>
      )}
    </Form>
  );
}
