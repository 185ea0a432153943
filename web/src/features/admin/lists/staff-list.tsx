import type { ReactNode, Ref } from "react";
import { isViewOf, useNavigationError } from "../../../lib/use-navigation-error";
import { Pagination } from "../../../ui/base/pagination";
import { EmptyState } from "../../../ui/data/empty-state";
import { toast } from "../../../ui/overlay/toast-store";
import type { Choice } from "./choice";
import { CsvLink } from "./csv-link";
import { FilterLinks } from "./filter-links";
import { ListSearch } from "./list-search";
import { countText, type ListState, listQuery, listUrl, rangeText } from "./list-url";
import "../../../styles/admin-lists.css";

/** A page of a list, with the server's counts. */
interface Paging {
  page: number;
  pages: number;
  per_page: number;
  total: number;
  /** Whether there are more entries than were counted. */
  more?: boolean;
}

/** Messages for when another view of the list cannot be fetched. */
interface FailureWords {
  /** Title when the server gave a reason. */
  refused: string;
  /** Title and advice when there was no answer. */
  lost: [title: string, advice: string];
}

interface StaffListProps {
  state: ListState;
  paging: Paging;
  /** Number of rows on this page. */
  shown: number;
  /** The noun for an entry, singular and plural. */
  one: string;
  many: string;
  /** Placeholder of the search field: says what is searched. */
  placeholder?: string;
  /** Heading of the list. Default: the plural noun. */
  title?: string;
  /** Label of the search field. */
  searchLabel?: string;
  /** Replaces the search field. */
  searchForm?: ReactNode;
  statuses?: readonly Choice[];
  /** Filters beside the status. */
  filters?: ReactNode;
  /** Controls beside the heading. Default: a link to the list as a file. */
  actions?: ReactNode;
  /** Between the heading and the search. */
  lead?: ReactNode;
  /** What the list is for, in one sentence, shown while the list is empty. */
  purpose?: string;
  /** What an empty list offers. */
  emptyAction?: ReactNode;
  failure?: FailureWords;
  /** Focused by the caller after a row is removed. */
  heading?: Ref<HTMLHeadingElement>;
  /** The rows; not rendered if there are none. */
  children: ReactNode;
}

/** The frame of a staff list: heading, actions, search, filters, rows and page numbers. */
export function StaffList({
  state,
  paging,
  shown,
  one,
  many,
  placeholder = "",
  title = many.charAt(0).toUpperCase() + many.slice(1),
  searchLabel = `Search ${many}`,
  searchForm,
  statuses,
  filters,
  actions = <CsvLink state={state} />,
  lead,
  purpose,
  emptyAction,
  failure = {
    refused: `The ${many} could not be loaded`,
    lost: [`The ${many} could not be loaded`, "Check the connection and try again."],
  },
  heading,
  children,
}: StaffListProps) {
  const { page, pages, per_page, total, more } = paging;
  const count = countText(total, one, many, more);
  const isUnused = purpose && total === 0 && listQuery(state).length === 0;
  useNavigationError(isViewOf(state.path), ({ reason }) =>
    reason === null ? toast("error", ...failure.lost) : toast("error", failure.refused, reason),
  );

  return (
    <>
      <div className="admin-head">
        <h1 className="text-d3" ref={heading} tabIndex={-1}>
          {title}
        </h1>
        {actions}
      </div>
      {lead && <div className="mt-5">{lead}</div>}
      <div className="list-filters">
        {searchForm ?? (
          <ListSearch state={state} label={searchLabel} placeholder={placeholder} count={count} />
        )}
        {statuses && (
          <FilterLinks
            state={state}
            name="status"
            label="Status"
            choices={statuses}
            className="status-filter"
          />
        )}
        {filters}
      </div>
      <p className="sr-only" role="status">
        {count} found
      </p>
      {shown === 0 ? (
        <div className="admin-empty">
          <EmptyState
            query={state.search || many}
            title={`No ${many} found.`}
            action={isUnused ? <p className="text-soft">{purpose}</p> : emptyAction}
          />
        </div>
      ) : (
        <>
          {children}
          <div className="list-foot">
            <p className="mono num">{rangeText(page, per_page, shown, total, more)}</p>
            <Pagination
              page={page}
              pages={pages}
              more={more}
              href={(number) => listUrl(state, number)}
              of={many}
            />
          </div>
        </>
      )}
    </>
  );
}
