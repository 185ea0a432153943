import type { SortDirection, SortKey } from "../../../generated/api";
import { withQuery } from "../../../lib/url";

/** Search, filters and order of a staff list, without the page number. All of it is in the address. */
export interface ListState {
  path: string;
  search: string;
  status?: string;
  /** The form that an enquiry came from. */
  type?: string;
  sort?: SortKey;
  dir?: SortDirection;
  /** Further filters by their names; empty ones are left out. */
  filters?: { [name: string]: string };
}

/** The server's defaults, in the order of the address. */
const DEFAULTS = { search: "", status: "all", type: "all", sort: "created_at", dir: "desc" };

/** Returns the query for a state, as names and values, without the server's defaults. */
export const listQuery = (state: ListState): [string, string][] => {
  const filters = Object.entries(state.filters ?? {}).map(([name, value]) => [name, value.trim()]);
  return [
    ...Object.entries(DEFAULTS).flatMap(([name, usual]): [string, string][] => {
      const value = state[name as keyof typeof DEFAULTS]?.trim() ?? usual;
      return value === usual ? [] : [[name, value]];
    }),
    ...(filters.filter(([, value]) => value) as [string, string][]),
  ];
};

/** Address of the list in a state. What is the server's default is left out; so is page 1. */
export const listUrl = (state: ListState, page = 1): string =>
  withQuery(state.path, {
    ...Object.fromEntries(listQuery(state)),
    page: page > 1 ? page : null,
  });

/** Returns the address of the whole list as a CSV file. */
export const csvUrl = (state: ListState): string =>
  withQuery(state.path.replace(/^\/admin/, "/api/admin"), {
    ...Object.fromEntries(listQuery(state)),
    format: "csv",
  });

/** Returns a `mailto:` address for a reply. */
export function replyUrl(email: string, subject: string): string {
  return `mailto:${encodeURIComponent(email).replaceAll("%40", "@")}?subject=${encodeURIComponent(subject)}`;
}

/** "1 enquiry", "24 enquiries"; "200+ posts" when there are more than were counted. */
export const countText = (total: number, one: string, many: string, more = false): string =>
  `${total}${more ? "+" : ""} ${total === 1 ? one : many}`;

/** "1 to 10 of 24", "1 to 10 of more than 200". Empty for an empty list. */
export function rangeText(
  page: number,
  perPage: number,
  shown: number,
  total: number,
  more = false,
): string {
  if (shown === 0) return "";
  const first = (page - 1) * perPage + 1;
  return `${first} to ${first + shown - 1} of ${more ? "more than " : ""}${total}`;
}
