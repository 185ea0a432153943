import { MANAGE } from "../content/manage-booking";
import { ManageBooking } from "../features/public/bookings/manage-booking";
import { NoticePage } from "../features/public/notices/notice-page";
import type { BookingProps } from "../generated/api";
import type { PageChrome } from "../lib/page-module";
import { ButtonLink } from "../ui/base/button";
import "../styles/booking.css";

export const chrome: PageChrome = { hero: "paper" };

/** A booked call, at the secret address in its confirmation. */
export default function BookingPage({ booking, availability }: BookingProps) {
  if (booking?.status === "booked") {
    return (
      <NoticePage path="bookings" title={MANAGE.booked.title} lead={MANAGE.booked.lead}>
        <ManageBooking booking={booking} availability={availability} />
      </NoticePage>
    );
  }
  const { title, lead, action } = booking ? MANAGE[booking.status] : MANAGE.missing;
  return (
    <NoticePage path="bookings" title={title} lead={lead}>
      <ButtonLink href={MANAGE.href} size="lg" keycap block="phone" className="mt-8">
        {action}
      </ButtonLink>
    </NoticePage>
  );
}
