import type { AdminPostsListProps, SortKey } from "../../../generated/api";
import { withQuery } from "../../../lib/url";

/** What the list shows, apart from the page. All of it stands in the address. */
export type ListState = Pick<AdminPostsListProps, "path" | "search" | "status" | "sort" | "dir">;

/** What of a state is not the server's default, as names and values of a query. */
export function listQuery({ search, status, sort, dir }: ListState): [string, string][] {
  const all: [string, string, string][] = [
    ["search", search.trim(), ""],
    ["status", status, "all"],
    ["sort", sort, "created_at"],
    ["dir", dir, "desc"],
  ];
  return all.flatMap(([name, value, usual]) => (value === usual ? [] : [[name, value]]));
}

/** Address of the list in a state. What is the server's default is left out; so is page 1. */
export function listUrl(state: ListState, page = 1): string {
  const query = Object.fromEntries<string | number>(listQuery(state));
  if (page > 1) query.page = page;
  return withQuery(state.path, query);
}

/** The state after a click on a column's heading: the sorted column turns round, another starts where people look first. */
export function sortedBy(state: ListState, sort: SortKey): ListState {
  if (state.sort === sort) return { ...state, sort, dir: state.dir === "asc" ? "desc" : "asc" };
  return { ...state, sort, dir: sort === "created_at" ? "desc" : "asc" };
}

/** `aria-sort` of a column. */
export function ariaSort(state: ListState, sort: SortKey): "ascending" | "descending" | "none" {
  if (state.sort !== sort) return "none";
  return state.dir === "asc" ? "ascending" : "descending";
}

/** The page to show once `removed` of the `shown` posts of a page are gone. */
export function pageAfterRemoval(page: number, shown: number, removed = 1): number {
  return shown <= removed ? Math.max(1, page - 1) : page;
}

/** "1 post", "24 posts"; "200+ posts" when there are more than were counted. */
export const countText = (total: number, more = false): string =>
  `${total}${more ? "+" : ""} ${total === 1 ? "post" : "posts"}`;
