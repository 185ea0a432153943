import { EnquiryItem } from "../../features/enquiry-admin/enquiry-item";
import { PersonForm } from "../../features/enquiry-admin/person-form";
import { STATUSES, TYPES } from "../../features/enquiry-admin/words";
import { TypeLinks } from "../../features/staff-list/list-filters";
import { StaffList } from "../../features/staff-list/staff-list";
import { AdminLayout } from "../../layout/admin-layout";
import type { AdminEnquiriesProps } from "../../lib/types";
import "../../styles/admin.css";

export const chrome = { layout: "bare" } as const;

/** What visitors sent. What is shown stands in the address. */
export default function AdminEnquiries(props: AdminEnquiriesProps) {
  const { enquiries, search, status, type, retention_months } = props;
  const state = { path: "/admin/enquiries", search, status, type };
  return (
    <AdminLayout>
      <StaffList
        state={state}
        paging={props}
        shown={enquiries.length}
        one="enquiry"
        many="enquiries"
        placeholder="search name, address, message"
        statuses={[{ value: "all", label: "All" }, ...STATUSES]}
        filters={<TypeLinks state={state} choices={TYPES} />}
      >
        <ul className="entry-list" aria-label="Enquiries">
          {enquiries.map((enquiry) => (
            <EnquiryItem key={enquiry.id} enquiry={enquiry} />
          ))}
        </ul>
      </StaffList>
      <PersonForm retentionMonths={retention_months} />
    </AdminLayout>
  );
}
