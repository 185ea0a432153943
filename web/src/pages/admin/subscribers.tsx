import { useKeepSession } from "../../features/accounts/use-keep-session";
import { ListSearch, StatusLinks } from "../../features/enquiry-admin/list-filters";
import { countText, csvUrl, listUrl } from "../../features/enquiry-admin/list-url";
import { SubscriberTable } from "../../features/enquiry-admin/subscriber-table";
import { SUBSCRIBER_STATUSES } from "../../features/enquiry-admin/words";
import { rangeText } from "../../features/post-list/list-url";
import { AdminLayout } from "../../layout/admin-layout";
import type { AdminSubscribersProps } from "../../lib/types";
import { ButtonLink } from "../../ui/button";
import { EmptyState } from "../../ui/empty-state";
import { Pagination } from "../../ui/pagination";
import "../../styles/admin.css";

export const chrome = { layout: "bare" } as const;

/** Who asked for the newsletter. What is shown stands in the address. */
export default function AdminSubscribers(props: AdminSubscribersProps) {
  const { subscribers, page, pages, per_page, total, search, status } = props;
  const state = { path: "/admin/subscribers", search, status };
  const count = countText(total, "subscriber", "subscribers");
  useKeepSession();

  return (
    <AdminLayout>
      <div className="admin-head">
        <h1 className="text-d3">Subscribers</h1>
        <ButtonLink href={csvUrl(state)} size="sm" variant="secondary" download="">
          Download CSV
        </ButtonLink>
      </div>
      <div className="list-filters">
        <ListSearch
          state={state}
          label="Search subscribers"
          placeholder="search addresses"
          count={count}
        />
        <StatusLinks state={state} choices={SUBSCRIBER_STATUSES} />
      </div>
      <p className="sr-only" role="status">
        {count} found
      </p>
      {subscribers.length === 0 ? (
        <div className="admin-empty">
          <EmptyState query={search || "subscribers"} title="No subscribers found." />
        </div>
      ) : (
        <>
          <SubscriberTable rows={subscribers} />
          <div className="list-foot">
            <p className="mono num">{rangeText(page, per_page, subscribers.length, total)}</p>
            <Pagination
              page={page}
              pages={pages}
              href={(number) => listUrl(state, number)}
              of="subscribers"
            />
          </div>
        </>
      )}
    </AdminLayout>
  );
}
