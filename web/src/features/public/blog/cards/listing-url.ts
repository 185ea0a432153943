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

/** One of four mutually exclusive choices. */
export type Choice =
  | { tag: string }
  | { section: string }
  | { trending: true }
  | { latest: true }
  | Record<string, never>;

/** Returns the address of a page of the listing: `/blog`, `/blog?tag=Local%20SEO&page=2`. Page 1 has no number. */
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

/** Returns the filter with another choice, which replaces the current one. Search and featured are kept. */
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

/** Returns the category whose page this is: one of `categories` as the only filter; null otherwise. */
export function categoryOf(filter: BlogFilter, categories: readonly string[]): string | null {
  const { tag, search, featured } = filter;
  return tag && !search && !featured && categories.includes(tag) ? tag : null;
}
