import { EnquiryItem } from "../../features/admin/enquiries/enquiry-item";
import { PersonForm } from "../../features/admin/enquiries/person-form";
import { STATUSES, TYPES } from "../../features/admin/enquiries/words";
import { FilterLinks } from "../../features/admin/lists/filter-links";
import { StaffList } from "../../features/admin/lists/staff-list";
import type { AdminEnquiriesProps } from "../../generated/api";
import { AdminLayout } from "../../layout/admin/admin-layout";

export const chrome = { layout: AdminLayout, title: "Enquiries" };

/** List of visitors' enquiries. Its filters are in the address. */
export default function AdminEnquiries(props: AdminEnquiriesProps) {
  const { enquiries, search, status, type, retention_months } = props;
  const state = { path: "/admin/enquiries", search, status, type };
  return (
    <>
      <StaffList
        state={state}
        paging={props}
        shown={enquiries.length}
        one="enquiry"
        many="enquiries"
        placeholder="search name, email, message"
        purpose="Messages from forms arrive here."
        statuses={[{ value: "all", label: "All" }, ...STATUSES]}
        filters={
          <FilterLinks
            state={state}
            name="type"
            label="Form"
            choices={TYPES}
            className="type-links"
          />
        }
      >
        <ul className="entry-list" aria-label="Enquiries">
          {enquiries.map((enquiry) => (
            <EnquiryItem key={enquiry.id} enquiry={enquiry} />
          ))}
        </ul>
      </StaffList>
      <PersonForm retentionMonths={retention_months} />
    </>
  );
}
