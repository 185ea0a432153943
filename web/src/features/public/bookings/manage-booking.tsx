import { type FormEvent, useId, useRef, useState } from "react";
import { BOOKING, CALL_LENGTH } from "../../../content/booking";
import { MANAGE } from "../../../content/manage-booking";
import type { Availability, BookingView } from "../../../generated/api";
import { type ApiResult, callApi } from "../../../lib/api";
import { useNavigation } from "../../../lib/navigation-state";
import { useFormOutcome, useNavigate, useUrl } from "../../../lib/site-context";
import { splitUrl } from "../../../lib/url";
import { Button } from "../../../ui/base/button";
import { IndexCard } from "../../../ui/data/index-card";
import { Form } from "../../../ui/forms/form";
import { FormNotice } from "../../../ui/forms/form-notice";
import { type FormFailure, useFailureFocus } from "../../../ui/forms/use-form";
import { toast } from "../../../ui/overlay/toast-store";
import { CallTime } from "./call-time";
import { SlotPicker } from "./slot-picker";

interface ManageBookingProps {
  booking: BookingView;
  availability: Availability;
}

/** A booked call, with forms to move and to cancel it. Each form also works by plain POST. */
export function ManageBooking({ booking, availability: given }: ManageBookingProps) {
  const [busy, setBusy] = useState<"move" | "cancel" | null>(null);
  const [start, setStart] = useState<string | null>(null);
  /** A time that was taken by somebody else after the page was rendered. */
  const [taken, setTaken] = useState<string | null>(null);
  const availability = { ...given, slots: given.slots.filter((slot) => slot.start !== taken) };
  const outcome = useFormOutcome("booking");
  const [failure, setFailure] = useState<FormFailure | null>(outcome && { fields: outcome.errors });
  const moveForm = useRef<HTMLFormElement>(null);
  useFailureFocus(moveForm, failure);
  const navigate = useNavigate();
  const url = useUrl();
  const { path } = splitUrl(url);
  const cancelTitle = useId();

  const callPath = { token: booking.token };
  const act = async (
    what: "move" | "cancel",
    send: () => Promise<ApiResult<unknown>>,
  ): Promise<void> => {
    if (busy) return;
    setBusy(what);
    const result = await send();
    setBusy(null);
    // Does not navigate away from a page that was opened meanwhile.
    const isHere = moveForm.current !== null && useNavigation.getState().pending === null;
    if (result.ok) {
      setStart(null);
      setFailure(null);
      toast("success", MANAGE[what].done);
    } else if (result.error.code === "slot_taken" || result.error.fields?.start) {
      setStart(null);
      setTaken(start);
      const message = result.error.fields?.start ?? BOOKING.taken;
      setFailure({ fields: { start: message } });
      if (!isHere) toast("error", MANAGE.failure, message);
    } else if (result.status === 410) {
      // The call was cancelled in another window, or is over. The page, which is reloaded below, will say so.
      toast("error", result.error.message);
    } else {
      const { status, error } = result;
      toast("error", MANAGE.failure, [409, 429].includes(status) ? error.message : undefined);
      return;
    }
    if (!isHere) return;
    // Fetches what is booked and free now. A cancelled call is a different page, so it starts at the top.
    const isOver = what === "cancel" || (!result.ok && result.status === 410);
    navigate(url, { replace: true, keepScroll: !isOver });
  };
  const move = (event: FormEvent) => {
    event.preventDefault();
    if (start === null) return setFailure({ fields: { start: MANAGE.move.missingTime } });
    void act("move", () =>
      callApi("PATCH", "/api/bookings/{token}", { path: callPath, body: { start } }),
    );
  };
  const cancel = (event: FormEvent) => {
    event.preventDefault();
    void act("cancel", () => callApi("DELETE", "/api/bookings/{token}", { path: callPath }));
  };

  return (
    <div className="booked-call mt-stack">
      <div className="grid gap-8">
        <IndexCard header="discovery call" aside={CALL_LENGTH} current>
          <div className="grid gap-2 p-6">
            <h2 className="text-d4">
              <CallTime slot={booking} timeZone={booking.time_zone} />
            </h2>
            <p className="text-soft">
              Booked for {booking.name}, by video. Your confirmation says how to join.
            </p>
          </div>
        </IndexCard>
        <FormNotice outcome={outcome} />
      </div>
      <IndexCard header="another time" aside={`${availability.slots.length} available`}>
        <Form
          ref={moveForm}
          method="post"
          action={path}
          errors={failure?.fields ?? {}}
          className="grid gap-6 p-6"
          onSubmit={move}
        >
          <h2 className="text-d3">{MANAGE.move.title}</h2>
          {availability.slots.length > 0 ? (
            <>
              <input type="hidden" name="action" value="reschedule" />
              <SlotPicker availability={availability} start={start} onChoose={setStart} />
              <Button
                type="submit"
                keycap
                block="phone"
                className="justify-self-end"
                busy={busy === "move"}
                busyLabel={MANAGE.move.busy}
              >
                {MANAGE.move.action}
              </Button>
            </>
          ) : (
            <p className="text-soft">{MANAGE.move.none}</p>
          )}
        </Form>
      </IndexCard>
      <section aria-labelledby={cancelTitle} className="border-t border-line pt-5">
        <h2 id={cancelTitle} className="text-d4">
          {MANAGE.cancel.title}
        </h2>
        <details className="mt-3">
          <summary className="link">Cancel this call</summary>
          <form method="post" action={path} className="mt-3 grid gap-4" onSubmit={cancel}>
            <input type="hidden" name="action" value="cancel" />
            <p className="text-soft">{MANAGE.cancel.warning}</p>
            <Button
              type="submit"
              variant="secondary"
              block="phone"
              className="justify-self-start"
              busy={busy === "cancel"}
              busyLabel={MANAGE.cancel.busy}
            >
              {MANAGE.cancel.action}
            </Button>
          </form>
        </details>
      </section>
    </div>
  );
}
