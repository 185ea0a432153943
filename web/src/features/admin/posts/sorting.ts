import type { SortKey } from "../../../generated/api";
import type { ListState } from "../lists/list-url";

/** Columns that are sorted in descending order first: the newest date at the top. */
const DATES: SortKey[] = ["created_at", "published_date", "updated_at"];

/**
 * Returns the state after a click on a column's heading: reverses the sorted column, or sorts by another in its usual
 * order.
 */
export function sortedBy(state: ListState, sort: SortKey): ListState {
  if (state.sort === sort) return { ...state, sort, dir: state.dir === "asc" ? "desc" : "asc" };
  return { ...state, sort, dir: DATES.includes(sort) ? "desc" : "asc" };
}

/** `aria-sort` of a column. */
export function ariaSort(state: ListState, sort: SortKey): "ascending" | "descending" | "none" {
  if (state.sort !== sort) return "none";
  return state.dir === "asc" ? "ascending" : "descending";
}
