import { withQuery } from "../../../lib/url";

/** What a list of staff shows, apart from the page. All of it stands in the address. */
export interface ListState {
  path: string;
  search: string;
  status: string;
  /** Which form an enquiry came from; lists without forms leave it out. */
  type?: string;
}

/** Address of the list in a state. What is the server's default is left out; so is page 1. */
export const listUrl = (state: ListState, page = 1): string =>
  withQuery(state.path, { ...queryOf(state), page: page > 1 ? page : null });

/** Address of the same list, all of it, as a file for spreadsheets. */
export const csvUrl = (state: ListState): string =>
  withQuery(state.path.replace(/^\/admin/, "/api/admin"), { ...queryOf(state), format: "csv" });

const queryOf = ({ search, status, type = "all" }: ListState) => ({
  search: search.trim(),
  status: status === "all" ? null : status,
  type: type === "all" ? null : type,
});

/** Address of a letter that answers somebody. */
export function replyUrl(email: string, subject: string): string {
  return `mailto:${encodeURIComponent(email).replaceAll("%40", "@")}?subject=${encodeURIComponent(subject)}`;
}

/** "1 enquiry", "24 enquiries". */
export const countText = (total: number, one: string, many: string): string =>
  `${total} ${total === 1 ? one : many}`;

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
