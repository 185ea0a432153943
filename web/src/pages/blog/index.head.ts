import { CATEGORY_PAGES, LISTING, type ListingWords } from "../../content/blog";
import { categoryOf, isFiltered, listingUrl } from "../../features/public/blog/cards/listing-url";
import { pagedDescription, pagedTitle } from "../../features/public/blog/paged-words";
import type { BlogIndexProps, Site } from "../../generated/api";
import type { Head } from "../../lib/page";
import { absoluteUrl } from "../../seo/absolute-url";
import { feedLink } from "../../seo/feed-link";
import { pageHead } from "../../seo/page-head";

export function head({ filter, page, pages, total }: BlogIndexProps, site: Site): Head {
  const category = categoryOf(filter, site.categories);
  const words: ListingWords = (category && CATEGORY_PAGES[category]) || LISTING;
  const path = listingUrl(filter, page);
  // A category is indexed as a page; other choices only reorder the same posts.
  const isIndexable = total > 0 && (category !== null || !isFiltered(filter));
  const paged = page > 1;
  return pageHead(site, {
    path,
    title: pagedTitle(words.title, page),
    description: pagedDescription(words.description, page, pages),
    robots: isIndexable ? null : "noindex, follow",
    pageTypes: ["CollectionPage"],
    crumbs: [
      { name: "Blog", path: "/blog" },
      ...(category ? [{ name: category, path: listingUrl({ ...filter, tag: category }) }] : []),
    ],
    links: [
      feedLink(site),
      ...(paged ? [{ rel: "prev", href: absoluteUrl(site, listingUrl(filter, page - 1)) }] : []),
      ...(page < pages
        ? [{ rel: "next", href: absoluteUrl(site, listingUrl(filter, page + 1)) }]
        : []),
    ],
  });
}
