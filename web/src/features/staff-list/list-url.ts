import { withQuery } from "../../lib/url";

/** What a list of staff shows, apart from the page. All of it stands in the address. */
export interface ListState {
  path: string;
  search: string;
  status: string;
  /** Which form an enquiry came from; lists without forms leave it out. */
  type?: string;
}

/** Address of the list in a state. What is the server's default is left out; so is page 1. */
export function listUrl({ path, search, status, type = "all" }: ListState, page = 1): string {
  return withQuery(path, {
    search: search.trim(),
    status: status === "all" ? null : status,
    type: type === "all" ? null : type,
    page: page > 1 ? page : null,
  });
}

/** Address of the same list, all of it, as a file for spreadsheets. */
export function csvUrl({ path, search, status, type = "all" }: ListState): string {
  return withQuery(path.replace(/^\/admin/, "/api/admin"), {
    search: search.trim(),
    status: status === "all" ? null : status,
    type: type === "all" ? null : type,
    format: "csv",
  });
}

/** Address of a letter that answers somebody. */
export function replyUrl(email: string, subject: string): string {
  return `mailto:${encodeURIComponent(email).replaceAll("%40", "@")}?subject=${encodeURIComponent(subject)}`;
}

/** "1 enquiry", "24 enquiries". */
export const countText = (total: number, one: string, many: string): string =>
  `${total} ${total === 1 ? one : many}`;
