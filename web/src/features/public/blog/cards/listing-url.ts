import type { BlogFilter } from "../../../../generated/api";
import { withQuery } from "../../../../lib/url";

/** The listing without any filter. */
export const NO_FILTER: BlogFilter = {
  tag: null,
  section: null,
  trending: false,
  latest: false,
  featured: false,
  search: null,
};

/** The one of the four choices that exclude each other. */
export type Choice =
  | { tag: string }
  | { section: string }
  | { trending: true }
  | { latest: true }
  | Record<string, never>;

/** Address of a page of the listing: `/blog`, `/blog?tag=Local%20SEO&page=2`. Page 1 carries no number. */
export function listingUrl(filter: BlogFilter, page = 1): string {
  const { tag, section, trending, latest, featured, search } = filter;
  return withQuery("/blog", {
    tag,
    section,
    trending,
    latest,
    featured,
    search,
    page: page > 1 ? page : null,
  });
}

/** The filter with another choice: category, section, trending and latest clear one another; search and featured stay. */
export function choose(filter: BlogFilter, choice: Choice): BlogFilter {
  return { ...NO_FILTER, search: filter.search, featured: filter.featured, ...choice };
}

/** Address of the listing filtered by one tag or category. */
export const tagUrl = (tag: string): string => listingUrl({ ...NO_FILTER, tag });

/** Whether any filter is set. */
export function isFiltered(filter: BlogFilter): boolean {
  const { tag, section, trending, latest, featured, search } = filter;
  return Boolean(tag || section || trending || latest || featured || search);
}

/** The category that the listing is a page of: one of `categories`, chosen alone; else null. */
export function categoryOf(filter: BlogFilter, categories: readonly string[]): string | null {
  const { tag, search, featured } = filter;
  return tag && !search && !featured && categories.includes(tag) ? tag : null;
}
