import { useRef } from "react";
import { StaffList } from "../../features/admin/lists/staff-list";
import { SubscriberTable } from "../../features/admin/subscribers/subscriber-table";
import { SUBSCRIBER_STATUSES } from "../../features/admin/subscribers/words";
import type { AdminSubscribersProps } from "../../generated/api";
import { AdminLayout } from "../../layout/admin/admin-layout";

export const chrome = { layout: AdminLayout, title: "Subscribers" };

/** List of the newsletter subscribers. Its filters are in the address. */
export default function AdminSubscribers(props: AdminSubscribersProps) {
  const { subscribers, search, status } = props;
  const heading = useRef<HTMLHeadingElement>(null);
  return (
    <StaffList
      state={{ path: "/admin/subscribers", search, status }}
      paging={props}
      shown={subscribers.length}
      one="subscriber"
      many="subscribers"
      placeholder="search emails"
      purpose="Readers who sign up for the newsletter are listed here."
      statuses={SUBSCRIBER_STATUSES}
      heading={heading}
    >
      <SubscriberTable
        rows={subscribers}
        onErased={() => heading.current?.focus({ preventScroll: true })}
      />
    </StaffList>
  );
}
