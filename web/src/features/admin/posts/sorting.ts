import type { SortKey } from "../../../generated/api";
import type { ListState } from "../lists/list-url";

/** What is looked at from its largest on: the newest first. */
const DATES: SortKey[] = ["created_at", "published_date", "updated_at"];

/** The state after a click on a column's heading: the sorted column turns round, another starts where people look first. */
export function sortedBy(state: ListState, sort: SortKey): ListState {
  if (state.sort === sort) return { ...state, sort, dir: state.dir === "asc" ? "desc" : "asc" };
  return { ...state, sort, dir: DATES.includes(sort) ? "desc" : "asc" };
}

/** `aria-sort` of a column. */
export function ariaSort(state: ListState, sort: SortKey): "ascending" | "descending" | "none" {
  if (state.sort !== sort) return "none";
  return state.dir === "asc" ? "ascending" : "descending";
}
