import { useKeepSession } from "../../features/accounts/use-keep-session";
import { EnquiryItem } from "../../features/enquiry-admin/enquiry-item";
import { ListSearch, StatusLinks, TypeLinks } from "../../features/enquiry-admin/list-filters";
import { countText, csvUrl, listUrl } from "../../features/enquiry-admin/list-url";
import { PersonForm } from "../../features/enquiry-admin/person-form";
import { STATUSES, TYPES } from "../../features/enquiry-admin/words";
import { rangeText } from "../../features/post-list/list-url";
import { AdminLayout } from "../../layout/admin-layout";
import type { AdminEnquiriesProps } from "../../lib/types";
import { ButtonLink } from "../../ui/button";
import { EmptyState } from "../../ui/empty-state";
import { Pagination } from "../../ui/pagination";
import "../../styles/admin.css";

export const chrome = { layout: "bare" } as const;

/** What visitors sent. What is shown stands in the address. */
export default function AdminEnquiries(props: AdminEnquiriesProps) {
  const { enquiries, page, pages, per_page, total, search, status, type, retention_months } = props;
  const state = { path: "/admin/enquiries", search, status, type };
  const count = countText(total, "enquiry", "enquiries");
  useKeepSession();

  return (
    <AdminLayout>
      <div className="admin-head">
        <h1 className="text-d3">Enquiries</h1>
        <ButtonLink href={csvUrl(state)} size="sm" variant="secondary" download="">
          Download CSV
        </ButtonLink>
      </div>
      <div className="list-filters">
        <ListSearch
          state={state}
          label="Search enquiries"
          placeholder="search name, address, message"
          count={count}
        />
        <StatusLinks state={state} choices={[{ value: "all", label: "All" }, ...STATUSES]} />
        <TypeLinks state={state} choices={TYPES} />
      </div>
      <p className="sr-only" role="status">
        {count} found
      </p>
      {enquiries.length === 0 ? (
        <div className="admin-empty">
          <EmptyState query={search || "enquiries"} title="No enquiries found." />
        </div>
      ) : (
        <>
          <ul className="enquiry-list" aria-label="Enquiries">
            {enquiries.map((enquiry) => (
              <EnquiryItem key={enquiry.id} enquiry={enquiry} />
            ))}
          </ul>
          <div className="list-foot">
            <p className="mono num">{rangeText(page, per_page, enquiries.length, total)}</p>
            <Pagination
              page={page}
              pages={pages}
              href={(number) => listUrl(state, number)}
              of="enquiries"
            />
          </div>
        </>
      )}
      <PersonForm retentionMonths={retention_months} />
    </AdminLayout>
  );
}
