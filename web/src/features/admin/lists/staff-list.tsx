import type { ReactNode, Ref } from "react";
import { isViewOf, useVisitFailure } from "../../../lib/use-visit-failure";
import { ButtonLink } from "../../../ui/base/button";
import { download } from "../../../ui/base/icons-admin.generated";
import { Pagination } from "../../../ui/base/pagination";
import { EmptyState } from "../../../ui/data/empty-state";
import { toast } from "../../../ui/overlay/toast-store";
import type { Choice } from "./choice";
import { ListSearch, StatusLinks } from "./list-filters";
import { countText, csvUrl, type ListState, listUrl, rangeText } from "./list-url";
import "../../../styles/admin-lists.css";

/** A page of a list, as the server counts it. */
interface Paging {
  page: number;
  pages: number;
  per_page: number;
  total: number;
}

interface StaffListProps {
  state: ListState;
  paging: Paging;
  /** How many rows this page has. */
  shown: number;
  /** What one of them is called, and several. */
  one: string;
  many: string;
  /** What the search looks into. */
  placeholder: string;
  statuses: Choice[];
  /** Filters beside the state. */
  filters?: ReactNode;
  /** For who moves the focus there when a row goes. */
  heading?: Ref<HTMLHeadingElement>;
  /** The rows; not drawn without any. */
  children: ReactNode;
}

/** The frame of a list of staff: heading, file, search and filters, the rows, and the way to the other pages. */
export function StaffList({
  state,
  paging,
  shown,
  one,
  many,
  placeholder,
  statuses,
  filters,
  heading,
  children,
}: StaffListProps) {
  const { page, pages, per_page, total } = paging;
  const count = countText(total, one, many);
  useVisitFailure(isViewOf(state.path), ({ reason }) =>
    toast(
      "error",
      `The ${many} could not be loaded`,
      reason ?? "Check the connection and try again.",
    ),
  );

  return (
    <>
      <div className="admin-head">
        <h1 className="text-d3" ref={heading} tabIndex={-1}>
          {many.charAt(0).toUpperCase() + many.slice(1)}
        </h1>
        <ButtonLink href={csvUrl(state)} size="sm" variant="secondary" icon={download} download="">
          Download CSV
        </ButtonLink>
      </div>
      <div className="list-filters">
        <ListSearch
          state={state}
          label={`Search ${many}`}
          placeholder={placeholder}
          count={count}
        />
        <StatusLinks state={state} choices={statuses} />
        {filters}
      </div>
      <p className="sr-only" role="status">
        {count} found
      </p>
      {shown === 0 ? (
        <div className="admin-empty">
          <EmptyState query={state.search || many} title={`No ${many} found.`} />
        </div>
      ) : (
        <>
          {children}
          <div className="list-foot">
            <p className="mono num">{rangeText(page, per_page, shown, total)}</p>
            <Pagination
              page={page}
              pages={pages}
              href={(number) => listUrl(state, number)}
              of={many}
            />
          </div>
        </>
      )}
    </>
  );
}
