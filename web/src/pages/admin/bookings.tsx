import { useRef } from "react";
import { BookingItem } from "../../features/admin/bookings/booking-item";
import { BOOKING_STATUSES } from "../../features/admin/bookings/call-words";
import { StaffList } from "../../features/admin/lists/staff-list";
import type { AdminBookingsProps } from "../../generated/api";
import { AdminLayout } from "../../layout/admin/admin-layout";

export const chrome = { layout: AdminLayout, title: "Bookings" };

/** List of booked calls. Its filters are in the address. */
export default function AdminBookings(props: AdminBookingsProps) {
  const { bookings, search, status } = props;
  const heading = useRef<HTMLHeadingElement>(null);
  return (
    <StaffList
      state={{ path: "/admin/bookings", search, status }}
      paging={props}
      shown={bookings.length}
      one="booking"
      many="bookings"
      placeholder="search name, email, website, message"
      purpose="Calls that visitors book on the contact page arrive here."
      statuses={BOOKING_STATUSES}
      heading={heading}
    >
      <ul className="entry-list booking-list" aria-label="Bookings">
        {bookings.map((call) => (
          <BookingItem
            key={call.id}
            call={call}
            onCancelled={() => heading.current?.focus({ preventScroll: true })}
          />
        ))}
      </ul>
    </StaffList>
  );
}
